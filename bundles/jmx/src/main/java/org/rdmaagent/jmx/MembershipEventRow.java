// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.rdmaagent.PortId;
import org.rdmaagent.multicast.MembershipEvent;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MembershipStatus;

/**
 * A change of a membership, on the wire.
 *
 * @param name which membership
 * @param group as it was asked for
 * @param before the state before
 * @param state the state from then on
 * @param device of the port; empty while it is not known
 * @param port its number; 0 while it is not known
 * @param mgid eight groups of four hexadecimal digits; empty unless it is a member
 * @param mlid LID of the group, host byte order; 0 unless it is a member
 * @param qkey Q_Key of the group, 0x and eight digits; empty unless it is a member
 * @param reason why, with what to do; empty if all is well
 * @param errno the name of what the kernel said; empty if nothing
 * @param lastGapMillis how long the last loss lasted, milliseconds; -1 if there was none
 * @param text one sentence for people
 * @param sequence counts the changes of all memberships since the multicast bundle was started; a
 *     gap means that some were lost
 * @param time when, ISO 8601 in UTC
 */
public record MembershipEventRow(
        String name,
        String group,
        MembershipState before,
        MembershipState state,
        String device,
        int port,
        String mgid,
        int mlid,
        String qkey,
        String reason,
        String errno,
        long lastGapMillis,
        String text,
        long sequence,
        String time) {
    static MembershipEventRow of(MembershipEvent event) {
        MembershipStatus status = event.status();
        return new MembershipEventRow(
                event.name(),
                event.group().toString(),
                event.before(),
                status.state(),
                status.port().map(PortId::device).orElse(""),
                status.port().map(PortId::port).orElse(0),
                status.joined().map(joined -> joined.mgid().toString()).orElse(""),
                status.joined().map(joined -> joined.mlid().value()).orElse(0),
                status.joined().map(joined -> QkeyText.of(joined.qkey())).orElse(""),
                status.reason(),
                MembershipRow.errno(status.errno()),
                status.lastGapMillis(),
                event.text(),
                event.sequence(),
                event.time().toString());
    }
}

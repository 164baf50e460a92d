// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.sa;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.rdmaagent.Gid;
import org.rdmaagent.mad.McMemberComponent;
import org.rdmaagent.mad.McMemberRecord;
import org.rdmaagent.sim.multicast.Group;
import org.rdmaagent.sim.multicast.GroupTable;
import org.rdmaagent.sim.multicast.Member;

/**
 * Finds MCMemberRecords as OpenSM does (osm_sa_mcmember_record.c): a requester with the SM_Key sees
 * the members; others see the group once, and find out whether a port is a member only by naming
 * it. MTU, rate and lifetime are compared for equality, whatever their selectors say.
 */
final class GroupRecords {
    private static final Gid NO_PORT = new Gid(0, 0);

    /** Those that are compared: the port is looked up, and selectors are no values of a group. */
    private static final Set<McMemberComponent> COMPARED =
            EnumSet.complementOf(
                    EnumSet.of(
                            McMemberComponent.PORT_GID,
                            McMemberComponent.MTU_SELECTOR,
                            McMemberComponent.RATE_SELECTOR,
                            McMemberComponent.LIFETIME_SELECTOR));

    private final GroupTable table;

    GroupRecords(GroupTable table) {
        this.table = table;
    }

    /** Those that are equal to a record in the components of the mask, by MGID and port. */
    List<McMemberRecord> find(McMemberRecord wanted, long mask, boolean trusted) {
        List<McMemberRecord> found = new ArrayList<>();
        for (Group group : groups(wanted, mask)) {
            for (McMemberRecord record : candidates(group, wanted, mask, trusted)) {
                if (equal(record, wanted, mask)) {
                    found.add(trusted ? record : record.groupOnly());
                }
            }
        }
        return found;
    }

    private List<Group> groups(McMemberRecord wanted, long mask) {
        return McMemberComponent.MGID.in(mask)
                ? table.group(wanted.mgid()).stream().toList()
                : table.groups();
    }

    private List<McMemberRecord> candidates(
            Group group, McMemberRecord wanted, long mask, boolean trusted) {
        if (McMemberComponent.PORT_GID.in(mask)) {
            long port = wanted.portGid().interfaceId();
            return table.members(group.mgid()).stream()
                    .filter(member -> member.portGid().interfaceId() == port)
                    .map(member -> record(group, member.portGid(), member.joinState()))
                    .toList();
        }
        return trusted
                ? table.members(group.mgid()).stream()
                        .map(member -> record(group, member.portGid(), member.joinState()))
                        .toList()
                : List.of(record(group, NO_PORT, 0));
    }

    private static boolean equal(McMemberRecord record, McMemberRecord wanted, long mask) {
        return COMPARED.stream()
                .allMatch(component -> !component.in(mask) || component.equal(record, wanted));
    }

    /** Every member of every group. */
    List<McMemberRecord> members() {
        List<McMemberRecord> all = new ArrayList<>();
        for (Group group : table.groups()) {
            for (Member member : table.members(group.mgid())) {
                all.add(record(group, member.portGid(), member.joinState()));
            }
        }
        return all;
    }

    private static McMemberRecord record(Group group, Gid port, int joinState) {
        return new McMemberRecord(
                group.mgid(),
                port,
                group.qkey(),
                group.mlid().value(),
                McMemberRecord.EXACTLY,
                group.mtuCode(),
                group.trafficClass(),
                group.pkey(),
                McMemberRecord.EXACTLY,
                group.rateCode(),
                McMemberRecord.EXACTLY,
                group.packetLifetime(),
                group.sl(),
                group.flowLabel(),
                group.hopLimit(),
                group.scope(),
                joinState,
                false);
    }
}

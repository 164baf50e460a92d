// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast;

import java.time.Instant;
import java.util.Optional;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.verbs.QpNumber;

/**
 * A membership at a moment.
 *
 * @param state where it stands
 * @param reason why it is in that state, with what to do; empty while all is well
 * @param errno what the kernel said, {@link Errno#NONE} if nothing
 * @param since when it came into that state
 * @param port the port, once the address is bound
 * @param localAddress the local address, once it is known; empty before
 * @param joined what is known of the group; empty unless it is a member
 * @param queuePair the number of its queue pair, once there is one
 * @param queue the name of the completion queue where that receives, as loops name it; empty before
 * @param attached whether the queue pair receives what is sent to the group
 * @param loopback whether its own messages come back to it, and why, in words
 * @param joins how often it became a member
 * @param losses how often it lost that
 * @param lastGapMillis how long the last loss lasted, from LOST to JOINED, milliseconds; -1 if
 *     there was none
 * @param lateMessages messages that had been queued and were delivered after it left; -1 where
 *     nobody counts
 * @param lasting whether a configuration file asks for it, so that it survives a restart; else it
 *     lives until it is left or the agent stops
 */
public record MembershipStatus(
        MembershipState state,
        String reason,
        Errno errno,
        Instant since,
        Optional<PortId> port,
        String localAddress,
        Optional<JoinedGroup> joined,
        Optional<QpNumber> queuePair,
        String queue,
        boolean attached,
        String loopback,
        long joins,
        long losses,
        long lastGapMillis,
        long lateMessages,
        boolean lasting) {}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast;

/** Where a membership stands. */
public enum MembershipState {
    /** Asked for; not yet answered. */
    JOINING,
    /** A member: the queue pair is attached, unless it only sends. */
    JOINED,
    /**
     * Refused; the reason says why. One of a configuration file is tried again, one that was asked
     * for by a call is not.
     */
    FAILED,
    /** Was a member, until the port, the subnet manager or the device changed; detached. */
    LOST,
    /** Asked for again after it was lost. */
    REJOINING,
    /** To be left. */
    LEAVING,
    /** No member any more. */
    LEFT
}

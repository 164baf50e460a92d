// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.multicast;

import org.rdmaagent.Gid;

/**
 * A port that is a member of a group.
 *
 * @param mgid which group
 * @param portGid the port
 * @param joinState the bits {@link #FULL} to {@link #SEND_ONLY_FULL}, one at least
 */
public record Member(Gid mgid, Gid portGid, int joinState) {
    /** JoinState of a full member. */
    public static final int FULL = 1;

    /** JoinState of a member that does not keep the group alive. */
    public static final int NON = 2;

    /** JoinState of a sender that does not keep the group alive. */
    public static final int SEND_ONLY_NON = 4;

    /** JoinState of a sender that keeps the group alive. */
    public static final int SEND_ONLY_FULL = 8;
}

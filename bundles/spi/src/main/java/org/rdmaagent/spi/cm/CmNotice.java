// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.cm;

import java.util.Optional;
import org.rdmaagent.Errno;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinedGroup;

/**
 * A copy of an event ({@code struct rdma_cm_event}) that was acknowledged.
 *
 * @param type what happened
 * @param code the number in C, which says more if the type is OTHER
 * @param status {@code -status} as an error number, {@link Errno#NONE} for 0
 * @param id whose it is
 * @param group which group, for the events of multicast
 * @param joined what the group is, for {@link CmEventType#MULTICAST_JOIN}
 */
public record CmNotice(
        CmEventType type,
        int code,
        Errno status,
        CmId id,
        Optional<GroupAddress> group,
        Optional<JoinedGroup> joined) {}

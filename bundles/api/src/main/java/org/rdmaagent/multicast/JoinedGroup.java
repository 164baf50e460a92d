// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast;

import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.QpNumber;

/**
 * What a member knows of its group ({@code struct rdma_ud_param} of {@code
 * RDMA_CM_EVENT_MULTICAST_JOIN}).
 *
 * @param mgid its GID
 * @param mlid its LID; of no meaning on Ethernet
 * @param qkey its Q_Key, 32 bits
 * @param remoteQp where messages to it go, {@link QpNumber#MULTICAST}
 * @param address what an address handle for it is made of
 */
public record JoinedGroup(Gid mgid, Lid mlid, int qkey, QpNumber remoteQp, AhAttributes address) {}

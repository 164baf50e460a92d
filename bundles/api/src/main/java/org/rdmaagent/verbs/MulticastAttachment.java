// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import org.rdmaagent.Gid;
import org.rdmaagent.Lid;

/**
 * A multicast group whose messages a queue pair receives ({@code ibv_attach_mcast(3)}).
 *
 * @param mgid the group
 * @param mlid its LID, host byte order; of no meaning on Ethernet
 */
public record MulticastAttachment(Gid mgid, Lid mlid) {}

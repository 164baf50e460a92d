// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.sa;

import org.rdmaagent.Gid;
import org.rdmaagent.Lid;

/**
 * What a port of this host knows of its subnet.
 *
 * @param smLid where the subnet manager is, and with it the subnet administration; 0 if there is
 *     none
 * @param smSl the service level to reach it
 * @param gid the port's own GID, row 0 of its table
 */
public record SubnetPort(Lid smLid, int smSl, Gid gid) {}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.cm;

import java.net.InetAddress;
import org.rdmaagent.PortId;

/**
 * What an id is tied to ({@code rdma_cm_id.verbs}, {@code port_num}, {@code route.addr}).
 *
 * @param port the port
 * @param local the local address
 * @param pkey the P_Key of the network interface, 16 bits, host byte order; 0xffff on Ethernet
 */
public record CmBinding(PortId port, InetAddress local, int pkey) {}

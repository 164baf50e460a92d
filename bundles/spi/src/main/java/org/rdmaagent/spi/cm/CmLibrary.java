// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.cm;

import java.net.InetAddress;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;
import org.rdmaagent.PortId;

/**
 * librdmacm, or a simulated one. A service with {@link
 * org.rdmaagent.spi.ProviderProperties#PROVIDER}.
 */
@ProviderType
public interface CmLibrary {
    /**
     * The addresses of the network interface of a port (Ethernet, or IP over InfiniBand), IPv4
     * first; one of them names the port to {@link CmId#bind}.
     *
     * @throws org.rdmaagent.RdmaException ENODEV if there is no such device, EINVAL if no such port
     */
    List<InetAddress> addresses(PortId port);

    /**
     * What an owner holds; the first time a new event channel without ids. One user at a time:
     * taking the lease up ends the use of it by an earlier one.
     *
     * @param owner the name of a capability, such as {@code multicast}
     * @throws org.rdmaagent.RdmaException ENODEV the kernel has no rdma_cm, EACCES no permission
     *     for /dev/infiniband/rdma_cm, EMFILE ({@code rdma_create_event_channel(3)})
     */
    CmLease lease(String owner);
}

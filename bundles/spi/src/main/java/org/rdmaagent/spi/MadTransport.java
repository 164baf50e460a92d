// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;
import org.rdmaagent.PortId;

/**
 * Sends and receives management datagrams: libibumad, or a simulated subnet. A service with {@link
 * ProviderProperties#PROVIDER}.
 */
@ProviderType
public interface MadTransport {
    /** The InfiniBand ports of this host, in order; asked anew at each call. */
    List<PortId> ports();

    /**
     * Opens a port ({@code umad_open_port(3)}).
     *
     * @throws org.rdmaagent.RdmaException ENODEV no such device or port, EPROTONOSUPPORT an
     *     Ethernet port, EACCES no permission, ...
     */
    MadSession open(PortId port);
}

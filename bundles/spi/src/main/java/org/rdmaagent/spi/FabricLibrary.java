// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

import org.osgi.annotation.versioning.ProviderType;

/**
 * {@code ibnd_discover_fabric(3)} of libibnetdisc, or a simulated one. A service with {@link
 * ProviderProperties#PROVIDER}; absent where the library is.
 *
 * <p>The real library can abort or hang the process that it runs in, so a provider runs it in
 * another one: whatever happens there ends one scan, never this process.
 */
@ProviderType
public interface FabricLibrary {
    /** What the engine is called. */
    String NAME = "libibnetdisc";

    /**
     * Starts a scan; does not wait for it.
     *
     * @param request what to scan
     * @param listener told how it goes, on a thread of the provider
     * @return the scan; closing it ends it
     * @throws org.rdmaagent.RdmaException ENODEV no such device or port, EPROTONOSUPPORT an
     *     Ethernet port, EACCES no permission, EAGAIN no process to be had, ECANCELED if the
     *     provider is being closed, ...
     */
    FabricScan scan(FabricScanRequest request, FabricScanListener listener);
}

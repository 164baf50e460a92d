// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import java.net.InetAddress;
import java.util.List;
import org.rdmaagent.PortId;
import org.rdmaagent.jna.library.SharedLibrary;
import org.rdmaagent.spi.OperatingSystem;
import org.rdmaagent.spi.cm.CmLease;
import org.rdmaagent.spi.cm.CmLibrary;

/** librdmacm. For any thread. */
public final class RdmaCoreCm implements CmLibrary, AutoCloseable {
    private static final String DEVICES = "/sys/class/infiniband";

    private final PortInterfaces interfaces;
    private final CmLeaseRegistry leases;

    /**
     * Needs {@link #library()} to be loaded.
     *
     * @param os where the kernel shows its devices
     */
    public RdmaCoreCm(OperatingSystem os) {
        interfaces = new PortInterfaces(os, DEVICES);
        leases =
                new CmLeaseRegistry(
                        new LibraryFunctions(),
                        interfaces::isInfiniBand,
                        CmLeaseRegistry.DEADLINE_NANOS,
                        System::nanoTime);
    }

    /** The library, loaded at the first call. */
    public static SharedLibrary library() {
        return CmCalls.LIBRARY;
    }

    @Override
    public List<InetAddress> addresses(PortId port) {
        return interfaces.addresses(port);
    }

    @Override
    public CmLease lease(String owner) {
        return leases.lease(owner);
    }

    /** Leaves all groups, destroys all ids and channels. */
    @Override
    public void close() {
        leases.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.cm.RdmaCoreCm;
import org.rdmaagent.jna.mlx4.DirectMlx4;
import org.rdmaagent.jna.mlx4.buffers.AllocatorDirectory;
import org.rdmaagent.jna.netdisc.ChildFabricLibrary;
import org.rdmaagent.jna.os.LinuxScheduling;
import org.rdmaagent.jna.umad.UmadTransport;
import org.rdmaagent.jna.verbs.RdmaCoreVerbs;
import org.rdmaagent.jna.verbs.objects.ContextCompanions;
import org.rdmaagent.spi.FabricLibrary;
import org.rdmaagent.spi.MadTransport;
import org.rdmaagent.spi.OperatingSystem;
import org.rdmaagent.spi.ProviderProperties;
import org.rdmaagent.spi.ThreadScheduling;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.spi.cm.CmLibrary;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.mlx4.Mlx4Library;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The native ports in the service registry, and the native things behind them. */
final class NativePorts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NativePorts.class);

    private final BundleContext context;
    private final NativeLibraries libraries;
    private final AllocatorDirectory allocators;
    private final NativeAccesses accesses;
    private final List<Runnable> takeBacks = new ArrayList<>();
    private final List<AutoCloseable> owned = new ArrayList<>();
    private boolean closed;

    /**
     * Registers nothing yet.
     *
     * @param allocators the services that give memory for queues
     * @param accesses the services that poll in another way than JNA
     */
    NativePorts(
            BundleContext context,
            NativeLibraries libraries,
            AllocatorDirectory allocators,
            NativeAccesses accesses) {
        this.context = context;
        this.libraries = libraries;
        this.allocators = allocators;
        this.accesses = accesses;
    }

    /** Registers the ports whose library loads; does nothing after {@link #close}. */
    synchronized void register() {
        if (closed) {
            return;
        }
        OperatingSystem os = libraries.operatingSystem();
        register(OperatingSystem.class, os);
        LinuxScheduling.load()
                .ifPresentOrElse(
                        threads -> register(ThreadScheduling.class, threads),
                        () -> LOG.warn("No placement of threads: glibc 2.30 or newer is needed"));
        if (libraries.verbs().loaded()) {
            RdmaCoreVerbs verbs = new RdmaCoreVerbs(os, registerMlx4(os));
            owned.add(verbs);
            register(VerbsLibrary.class, verbs);
            registerPolling(verbs);
        } else {
            LOG.warn("No devices: {}", libraries.verbs().reason());
        }
        registerCmLibrary(os);
        if (libraries.umad().loaded()) {
            registerTransport(os);
        } else {
            LOG.warn("No fabric discovery: {}", libraries.umad().reason());
        }
    }

    /** Before the verbs: what it is told then is there when the first context is opened. */
    private ContextCompanions registerMlx4(OperatingSystem os) {
        if (!libraries.mlx4().loaded()) {
            LOG.warn("No attributes of mlx4 contexts: {}", libraries.mlx4().reason());
            return ContextCompanions.NONE;
        }
        DirectMlx4 mlx4 = new DirectMlx4(os, allocators);
        register(Mlx4Library.class, mlx4);
        return mlx4;
    }

    /**
     * JNA's own comes last and goes first: so loops begin with the best and do not change at the
     * end.
     */
    private void registerPolling(RdmaCoreVerbs verbs) {
        takeBacks.add(accesses::withdraw);
        accesses.offer(verbs::completionPorts);
        register(
                CompletionPorts.class,
                verbs.completionPorts(),
                NativeAccesses.properties(ProviderProperties.JNA, 0));
    }

    private void registerCmLibrary(OperatingSystem os) {
        if (!libraries.cm().loaded()) {
            LOG.warn("No multicast memberships: {}", libraries.cm().reason());
            return;
        }
        RdmaCoreCm manager = new RdmaCoreCm(os);
        owned.add(manager);
        register(CmLibrary.class, manager);
    }

    private void registerTransport(OperatingSystem os) {
        try {
            UmadTransport transport = new UmadTransport(os);
            owned.add(transport);
            register(MadTransport.class, transport);
            registerFabricLibrary(transport);
        } catch (RdmaException e) {
            LOG.warn("No fabric discovery: {}", e.getMessage());
        }
    }

    private void registerFabricLibrary(UmadTransport transport) {
        if (!libraries.netdisc().loaded()) {
            LOG.warn("No engine libibnetdisc: {}", libraries.netdisc().reason());
            return;
        }
        Path folder = ChildFabricLibrary.home(context.getDataFile("scans"));
        ChildFabricLibrary library = new ChildFabricLibrary(transport, folder);
        owned.add(library);
        register(FabricLibrary.class, library);
    }

    private <T> void register(Class<T> port, T service) {
        register(port, service, properties());
    }

    private <T> void register(Class<T> port, T service, Dictionary<String, Object> properties) {
        takeBacks.add(context.registerService(port, service, properties)::unregister);
    }

    /** What every service of this provider carries. */
    static Dictionary<String, Object> properties() {
        return FrameworkUtil.asDictionary(
                Map.of(ProviderProperties.PROVIDER, ProviderProperties.JNA));
    }

    /** Takes the ports back, the last one first, then closes what they left open. */
    @Override
    public synchronized void close() {
        closed = true;
        Collections.reverse(takeBacks);
        takeBacks.forEach(Runnable::run);
        takeBacks.clear();
        for (AutoCloseable each : owned) {
            try {
                each.close();
            } catch (Exception e) {
                LOG.warn("Closing {} failed; the process keeps it", each, e);
            }
        }
        owned.clear();
    }
}

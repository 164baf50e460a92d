// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.rdmaagent.agent.HealthCheck;
import org.rdmaagent.agent.NativeLibrary;
import org.rdmaagent.jna.mlx4.buffers.AllocatorDirectory;
import org.rdmaagent.mlx4.BufferAllocator;
import org.rdmaagent.spi.ProviderCandidate;
import org.rdmaagent.spi.ProviderChoice;
import org.rdmaagent.spi.ProviderProperties;
import org.rdmaagent.spi.completion.NativeAccess;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what rdma-core could serve, and serves it once it is chosen. */
@Capability(
        namespace = "osgi.service",
        attribute =
                "objectClass:List<String>=\"org.rdmaagent.spi.MadTransport"
                        + ",org.rdmaagent.spi.VerbsLibrary,org.rdmaagent.spi.OperatingSystem"
                        + ",org.rdmaagent.spi.FabricLibrary"
                        + ",org.rdmaagent.spi.mlx4.Mlx4Library"
                        + ",org.rdmaagent.spi.ThreadScheduling"
                        + ",org.rdmaagent.spi.completion.CompletionPorts"
                        + ",org.rdmaagent.spi.cm.CmLibrary"
                        + ",org.rdmaagent.agent.HealthCheck\"",
        effective = "active")
@Component(
        immediate = true,
        service = ProviderCandidate.class,
        property = ProviderProperties.PROVIDER + "=" + ProviderProperties.JNA)
public final class JnaProvider implements ProviderCandidate {
    private static final Logger LOG = LoggerFactory.getLogger(JnaProvider.class);

    private final BundleContext context;
    private final NativeLibraries libraries = new NativeLibraries();
    private final AllocatorDirectory allocators = new AllocatorDirectory();
    private final NativeAccesses accesses;
    private @Nullable ProviderChoice bound;
    private @Nullable NativePorts ports;
    private @Nullable ServiceRegistration<HealthCheck> health;

    /** Loads nothing yet. */
    @Activate
    public JnaProvider(BundleContext context) {
        this.context = context;
        this.accesses = new NativeAccesses(context);
    }

    @Reference(
            target = "(rdma.provider=jna)",
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    synchronized void bindChoice(ProviderChoice choice) {
        release();
        bound = choice;
        NativePorts chosen = new NativePorts(context, libraries, allocators, accesses);
        ports = chosen;
        health =
                context.registerService(
                        HealthCheck.class, new JnaHealth(libraries), NativePorts.properties());
        if (!libraries.usable()) {
            LOG.error("No native ports yet: {}", FirstTouch.reason());
        }
        libraries.touch().whenAnswered(chosen::register);
    }

    /** The runtime binds the new one before it takes the old one away. */
    synchronized void unbindChoice(ProviderChoice choice) {
        if (bound == choice) {
            release();
        }
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindAllocator(BufferAllocator allocator, Map<String, Object> properties) {
        allocators.add(allocator, properties);
    }

    void unbindAllocator(BufferAllocator allocator, Map<String, Object> properties) {
        allocators.remove(allocator, properties);
    }

    /** Another name or ranking. */
    void updatedAllocator(BufferAllocator allocator, Map<String, Object> properties) {
        allocators.remove(allocator, properties);
        allocators.add(allocator, properties);
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void bindAccess(NativeAccess access, Map<String, Object> properties) {
        accesses.add(access, properties);
    }

    void unbindAccess(NativeAccess access) {
        accesses.remove(access);
    }

    /** Another ranking. */
    void updatedAccess(NativeAccess access, Map<String, Object> properties) {
        accesses.update(access, properties);
    }

    /** Gives everything back. */
    @Deactivate
    synchronized void deactivate() {
        release();
    }

    private void release() {
        bound = null;
        NativePorts current = ports;
        if (current != null) {
            current.close();
            ports = null;
        }
        ServiceRegistration<HealthCheck> check = health;
        if (check != null) {
            check.unregister();
            health = null;
        }
    }

    @Override
    public String name() {
        return ProviderProperties.JNA;
    }

    @Override
    public boolean nativeHardware() {
        return true;
    }

    @Override
    public boolean devicePresent() {
        return libraries.devicePresent();
    }

    @Override
    public List<NativeLibrary> libraries() {
        return libraries.describe();
    }
}

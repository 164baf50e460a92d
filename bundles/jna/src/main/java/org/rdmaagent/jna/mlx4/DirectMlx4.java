// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.rdmaagent.jna.library.SharedLibrary;
import org.rdmaagent.jna.mlx4.buffers.AllocatorDirectory;
import org.rdmaagent.jna.mlx4.buffers.BufferSources;
import org.rdmaagent.jna.mlx4.buffers.HostMemory;
import org.rdmaagent.jna.verbs.DeviceFolder;
import org.rdmaagent.jna.verbs.RdmaCoreVerbs;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.objects.ContextCompanion;
import org.rdmaagent.jna.verbs.objects.ContextCompanions;
import org.rdmaagent.jna.verbs.objects.OpenContext;
import org.rdmaagent.mlx4.Mlx4Allocators;
import org.rdmaagent.spi.OperatingSystem;
import org.rdmaagent.spi.mlx4.ContextPlan;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.mlx4.Mlx4Library;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** libmlx4, and the contexts of its devices. For any thread. */
public final class DirectMlx4 implements Mlx4Library, ContextCompanions {
    private static final Logger LOG = LoggerFactory.getLogger(DirectMlx4.class);
    private static final String DEVICES = "/sys/class/infiniband";

    private final OperatingSystem os;
    private final Supplier<List<String>> listed;
    private final AllocatorDirectory directory;
    private final BufferSources sources;
    private final List<AttributedContext> contexts = new CopyOnWriteArrayList<>();
    private volatile List<ContextPlan> plans = List.of();

    /**
     * Needs {@link #library()} and that of the verbs to be loaded.
     *
     * @param os where the kernel shows its devices
     * @param directory of the allocators that are services
     */
    public DirectMlx4(OperatingSystem os, AllocatorDirectory directory) {
        this(os, directory, RdmaCoreVerbs::listedDevices);
    }

    /**
     * For tests.
     *
     * @param listed the names of all devices
     */
    DirectMlx4(OperatingSystem os, AllocatorDirectory directory, Supplier<List<String>> listed) {
        this.os = os;
        this.listed = listed;
        this.directory = directory;
        this.sources = new BufferSources(new HostMemory(os), directory);
    }

    /** The library, loaded at the first call. */
    public static SharedLibrary library() {
        return Mlx4Calls.LIBRARY;
    }

    /** Whether the kernel shows a device of its driver. */
    public static boolean hasDevice(OperatingSystem os) {
        try {
            return os.list(DEVICES).stream()
                    .anyMatch(
                            name ->
                                    new DriverGuard(new DeviceFolder(os, DEVICES, name))
                                            .refusal()
                                            .isEmpty());
        } catch (IOException e) {
            return false; // no RDMA in this kernel
        }
    }

    @Override
    public List<String> devices() {
        return listed.get().stream().filter(name -> guard(name).refusal().isEmpty()).toList();
    }

    private DeviceFolder folder(String device) {
        return new DeviceFolder(os, DEVICES, device);
    }

    private DriverGuard guard(String device) {
        return new DriverGuard(folder(device));
    }

    @Override
    public String refusal(String device) {
        List<String> all = listed.get();
        if (!all.contains(device)) {
            throw VerbsFailure.of(
                    "ibv_get_device_list",
                    VerbsFailure.ENODEV,
                    device,
                    all.isEmpty() ? "this host has no RDMA device" : "use one of " + all);
        }
        return guard(device).refusal();
    }

    /** One after the other with {@link #setPlans}, so that no context misses a plan. */
    @Override
    public synchronized ContextCompanion of(OpenContext context) {
        String device = context.device();
        ContextPlan plan = Plans.best(plans, device, context.name());
        DriverGuard guard = guard(device);
        String refusal = guard.refusal();
        if (!refusal.isEmpty()) {
            tellForeign(context, plan, refusal);
            return ContextCompanion.NONE;
        }
        AttributedContext attributed =
                new AttributedContext(
                        context,
                        guard,
                        next -> sources.of(next, folder(device).numaNode()),
                        contexts::remove);
        attributed.begin(plan);
        contexts.add(attributed);
        return attributed;
    }

    private static void tellForeign(OpenContext context, ContextPlan plan, String refusal) {
        if (!plan.equals(Plans.none(context.device(), context.name()))) {
            LOG.warn(
                    "Nothing of {} is set on context '{}' of {}: {}",
                    plan.origin(),
                    context.name(),
                    context.device(),
                    refusal);
        }
    }

    @Override
    public List<Mlx4Context> contexts() {
        return List.copyOf(contexts);
    }

    @Override
    public List<String> allocators() {
        List<String> names =
                new ArrayList<>(
                        List.of(
                                Mlx4Allocators.SYSTEM,
                                Mlx4Allocators.HUGEPAGE,
                                Mlx4Allocators.ARENA));
        names.addAll(directory.names());
        return List.copyOf(names);
    }

    @Override
    public synchronized void setPlans(List<ContextPlan> next) {
        plans = List.copyOf(next);
        for (AttributedContext each : contexts) {
            each.plan(Plans.best(next, each.device(), each.name()));
        }
    }

    @Override
    public List<ContextPlan> plans() {
        return plans;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;

/** The contexts of an owner. The world's lock is held. */
final class LeaseStock {
    private final VerbsWorld world;
    private final String owner;
    private final List<SimulatedContext> contexts = new ArrayList<>();
    private @Nullable SimulatedLease user;
    private long deadline = VerbsWorld.NEVER;

    LeaseStock(VerbsWorld world, String owner) {
        this.world = world;
        this.owner = owner;
    }

    void user(SimulatedLease lease) {
        user = lease;
        deadline = VerbsWorld.NEVER;
    }

    boolean isUser(SimulatedLease lease) {
        return user == lease;
    }

    /** The user goes; the next one has a while to come. */
    void handBack(boolean keeps) {
        user = null;
        deadline = keeps ? world.now() + LeaseBook.DEADLINE_NANOS : VerbsWorld.NEVER;
    }

    long deadline() {
        return deadline;
    }

    /** Nothing more is to be closed by time. */
    void settled() {
        deadline = VerbsWorld.NEVER;
    }

    List<ContextHandle> contexts() {
        return List.copyOf(contexts);
    }

    ContextHandle open(String device, String name) {
        if (contexts.stream().anyMatch(context -> context.name().equals(name))) {
            throw new IllegalArgumentException(
                    "a context of the name " + name + " is open: close it or take another name");
        }
        SimulatedHca hca = world.device(device);
        if (hca == null) {
            List<String> names =
                    world.devices().stream()
                            .filter(one -> one.device().present())
                            .map(SimulatedHca::name)
                            .toList();
            throw Refusal.of(
                    "ibv_open_device", Refusal.ENODEV, device, "use one of the devices " + names);
        }
        hca.faults().strike("ibv_open_device", device);
        SimulatedContext context =
                new SimulatedContext(
                        hca, name, owner, () -> contexts.removeIf(one -> one.name().equals(name)));
        contexts.add(context);
        return context;
    }

    /** All that is open, in words; empty if nothing is. */
    String describe() {
        return contexts.stream()
                .flatMap(context -> Stream.concat(context.handles().stream(), Stream.of(context)))
                .map(VerbsHandle::toString)
                .collect(Collectors.joining(", "));
    }

    /** Closes everything in order and goes on after a failure; the first one, or null. */
    @Nullable RdmaException closeAll() {
        RdmaException first = null;
        for (SimulatedContext context : List.copyOf(contexts)) {
            List<VerbsHandle> all = new ArrayList<>(context.handles());
            all.add(context);
            for (VerbsHandle handle : all) {
                try {
                    if (handle instanceof SimulatedQp qp) {
                        qp.quiet();
                    }
                    handle.close();
                } catch (RdmaException e) {
                    first = first == null ? e : first;
                }
            }
        }
        return first;
    }
}

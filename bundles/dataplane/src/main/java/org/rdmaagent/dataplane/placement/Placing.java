// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.dataplane.Placement;
import org.rdmaagent.spi.ThreadScheduling;

/**
 * Places one thread, and says what came of it. Belongs to that thread, and remembers how it was
 * before.
 */
public final class Placing {
    private static final String NO_SCHEDULING =
            "no provider can ask the kernel for it: see NativeLibraries of rdma:type=Agent for what"
                    + " is missing";

    private static final String NO_THREAD = "no thread";

    private @Nullable Set<Integer> cpusBefore;
    private boolean prioritySet;
    private final List<String> reasons = new ArrayList<>();

    /** Nothing was asked for, as far as can be told from outside. */
    public static Placement none(PlacementWish wish) {
        return new Placement(0, wish.cpu(), wish.priority(), Set.of(), "", false, NO_THREAD);
    }

    /** Why a thread does not run where it was to; empty if it does, or was not placed yet. */
    public static String refusal(Placement placement) {
        return placement.granted() || placement.reason().equals(NO_THREAD)
                ? ""
                : placement.reason();
    }

    /** Asks for it. Never throws. */
    public Placement place(PlacementWish wish, @Nullable ThreadScheduling scheduling) {
        reasons.clear();
        if (scheduling == null) {
            boolean nothing = wish.equals(PlacementWish.ANY);
            return new Placement(
                    0,
                    wish.cpu(),
                    wish.priority(),
                    Set.of(),
                    "",
                    nothing,
                    nothing ? "" : NO_SCHEDULING);
        }
        try {
            return placed(wish, scheduling);
        } catch (RuntimeException | LinkageError e) {
            // A provider on its way out may throw anything.
            return new Placement(0, wish.cpu(), wish.priority(), Set.of(), "", false, e.toString());
        }
    }

    private Placement placed(PlacementWish wish, ThreadScheduling scheduling) {
        Set<Integer> before = cpusBefore;
        if (before == null) {
            before = new TreeSet<>(scheduling.cpus());
            cpusBefore = before;
        }
        pin(wish.cpu(), before, scheduling);
        prioritize(wish, scheduling);
        return new Placement(
                scheduling.threadId(),
                wish.cpu(),
                wish.priority(),
                new TreeSet<>(scheduling.cpus()),
                scheduling.priority(),
                reasons.isEmpty(),
                String.join("; ", reasons));
    }

    private void pin(int cpu, Set<Integer> before, ThreadScheduling scheduling) {
        if (cpu < 0) {
            if (!scheduling.cpus().equals(before)) {
                attempt(() -> scheduling.runOn(before));
            }
        } else if (before.contains(cpu)) {
            attempt(() -> scheduling.runOn(Set.of(cpu)));
        } else {
            reasons.add(
                    before.size() == 1
                            ? "this process has one CPU only, number "
                                    + before.iterator().next()
                                    + ": set cpu = -1, or give it more"
                            : "CPU "
                                    + cpu
                                    + " is not among those that this process may run on, "
                                    + before
                                    + ": choose one of these, or widen its cpuset");
        }
    }

    private void prioritize(PlacementWish wish, ThreadScheduling scheduling) {
        switch (wish.policy()) {
            case FIFO -> attempt(() -> scheduling.fifo(wish.number()));
            case NICE -> attempt(() -> scheduling.nice(wish.number()));
            case DEFAULT -> {
                if (prioritySet) {
                    attempt(() -> scheduling.nice(0));
                }
            }
        }
        prioritySet = wish.policy() != PlacementWish.Policy.DEFAULT;
    }

    private void attempt(Runnable call) {
        try {
            call.run();
        } catch (RdmaException e) {
            reasons.add(String.valueOf(e.getMessage()));
        }
    }
}

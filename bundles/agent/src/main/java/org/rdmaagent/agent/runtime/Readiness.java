// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rdmaagent.agent.ReadinessGate;

/**
 * Watches the gates until all are open. One thread calls {@link #doWork}; tests call it by hand.
 */
final class Readiness {
    private final Supplier<List<ReadinessGate>> gates;
    private final BooleanSupplier started;
    private final LongSupplier nanoTime;
    private final long since;
    private final long limitNanos;
    private boolean ready;
    private boolean late;

    /**
     * @param gates the gates that are there now
     * @param started whether the container has started all bundles: a gate that is still to come
     *     must not be missed
     * @param nanoTime a clock
     * @param limit after which a start is late
     */
    Readiness(
            Supplier<List<ReadinessGate>> gates,
            BooleanSupplier started,
            LongSupplier nanoTime,
            Duration limit) {
        this.gates = gates;
        this.started = started;
        this.nanoTime = nanoTime;
        this.since = nanoTime.getAsLong();
        this.limitNanos = limit.toNanos();
    }

    /** What this step found out; the lines are for the operator. */
    sealed interface Finding {
        /** Nothing new. */
        record Nothing() implements Finding {}

        /** Told once. */
        record Ready(List<String> lines) implements Finding {}

        /** Told once, if the limit has passed; the watch goes on. */
        record Late(String line) implements Finding {}
    }

    /** Looks once at all gates. */
    Finding doWork() {
        if (ready) {
            return new Finding.Nothing();
        }
        List<ReadinessGate> now = gates.get();
        List<String> waitingFor = waitingFor(now);
        if (waitingFor.isEmpty()) {
            ready = true;
            return new Finding.Ready(lines(now));
        }
        long waited = nanoTime.getAsLong() - since;
        if (!late && waited >= limitNanos) {
            late = true;
            return new Finding.Late(
                    "rdma-agent not ready after "
                            + Duration.ofNanos(waited).toSeconds()
                            + " s: waits for "
                            + String.join(", ", waitingFor)
                            + "; the reason is in data/log/rdma-agent.log");
        }
        return new Finding.Nothing();
    }

    private List<String> waitingFor(List<ReadinessGate> now) {
        List<String> closed = new ArrayList<>();
        if (!started.getAsBoolean()) {
            closed.add("bundles");
        }
        if (now.stream().noneMatch(gate -> gate.name().equals(ReadinessGate.JOLOKIA))) {
            closed.add(ReadinessGate.JOLOKIA);
        }
        now.stream()
                .filter(gate -> !open(gate))
                .map(ReadinessGate::name)
                .sorted()
                .forEach(closed::add);
        return closed;
    }

    private static boolean open(ReadinessGate gate) {
        try {
            return gate.open();
        } catch (RuntimeException e) {
            return false; // its bundle is being replaced
        }
    }

    private static List<String> lines(List<ReadinessGate> now) {
        Stream<String> url =
                now.stream()
                        .filter(gate -> gate.name().equals(ReadinessGate.JOLOKIA))
                        .limit(1)
                        .map(gate -> "rdma-agent ready: " + gate.announcement());
        Stream<String> others =
                now.stream()
                        .filter(gate -> !gate.name().equals(ReadinessGate.JOLOKIA))
                        .sorted(Comparator.comparing(ReadinessGate::name))
                        .map(ReadinessGate::announcement)
                        .filter(text -> !text.isEmpty());
        return Stream.concat(url, others).collect(Collectors.toList());
    }
}

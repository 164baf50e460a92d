// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.SweepState;
import org.rdmaagent.fabric.Topology;

/** What is kept of a port: its sweeps, their results, its window. For any thread. */
final class PortDiscovery {
    /** How many sweeps may wait for the one that runs. */
    static final int MAX_WAITING = 16;

    /** The error that stands where a result was. */
    static final String FORGOTTEN =
            "there is no result any more: it was destroyed, or another provider of MADs has come;"
                    + " discover first";

    private static final int EBUSY = 16;

    private final PortId port;
    private final SweepWatch watch = new SweepWatch();
    private final ArrayDeque<Sweep> waiting = new ArrayDeque<>();
    private @Nullable Sweep running;
    private Outcome last = Outcome.NONE;

    /** Of the last sweep of the whole subnet: also a part that was swept since leaves it. */
    private Outcome whole = Outcome.NONE;

    private String provider = "";
    private int ownMaxSmpsOnWire;
    private int confirmations;

    /**
     * How the sweeps went.
     *
     * @param topology the last result
     * @param error why the last sweep had none, or why there is none any more; else empty
     */
    private record Outcome(@Nullable Topology topology, String error) {
        static final Outcome NONE = new Outcome(null, "");

        Outcome then(@Nullable Topology result, @Nullable RdmaException failure) {
            return new Outcome(
                    result == null ? topology : result,
                    failure == null ? "" : String.valueOf(failure.getMessage()));
        }

        Outcome forgotten() {
            return equals(NONE) ? NONE : new Outcome(null, FORGOTTEN);
        }
    }

    PortDiscovery(PortId port) {
        this.port = port;
    }

    SweepWatch watch() {
        return watch;
    }

    /**
     * The sweep that runs or waits and does what is asked, or one that is made now and begins when
     * those before it have ended.
     *
     * @throws RdmaException EBUSY if too many wait; EINVAL or ENOSYS if the configured engine is
     *     missing, which counts as a sweep without a result
     */
    synchronized Sweep join(DiscoveryRequest asked, String sweepsProvider, Supplier<Sweep> made) {
        Sweep current = running;
        if (current != null && current.answers(asked)) {
            return current;
        }
        for (Sweep sweep : waiting) {
            if (sweep.answers(asked)) {
                return sweep;
            }
        }
        if (waiting.size() == MAX_WAITING) {
            throw new RdmaException(
                    "discover",
                    Errno.of(EBUSY),
                    port.toString(),
                    MAX_WAITING
                            + " sweeps wait for the one that runs; wait for them, or cancel()"
                            + " them");
        }
        provider = sweepsProvider;
        Sweep sweep = made.get();
        if (sweep.engine() instanceof Engines.Missing missing) {
            // Nobody has it yet, and it has no thread to end.
            sweep.drop(missing.failure().remedy());
            note(sweep, null, missing.failure());
            throw missing.failure();
        }
        waiting.add(sweep);
        if (current == null) {
            beginNext();
        }
        return sweep;
    }

    /** Notes how the running sweep ended; the next one begins. */
    synchronized SweepState ended(
            Sweep sweep, @Nullable Topology result, @Nullable RdmaException failure) {
        note(sweep, result, failure);
        running = null;
        beginNext();
        return state(provider);
    }

    private void note(Sweep sweep, @Nullable Topology result, @Nullable RdmaException failure) {
        last = last.then(result, failure);
        if (sweep.request().whole()) {
            whole = whole.then(result, failure);
        }
    }

    private void beginNext() {
        Sweep next = waiting.poll();
        if (next != null) {
            running = next;
            next.start();
        }
    }

    /**
     * Ends the sweeps that a test picks.
     *
     * @return whether there was one
     */
    boolean cancel(Predicate<Sweep> which, String reason) {
        List<Sweep> dropped = new ArrayList<>();
        boolean any;
        synchronized (this) {
            waiting.stream().filter(which).forEach(dropped::add);
            waiting.removeAll(dropped);
            Sweep current = running;
            any = current != null && which.test(current);
            if (current != null && any) {
                current.cancel(reason);
            }
        }
        // Whoever waits for them is told on this thread, and may ask again.
        dropped.forEach(sweep -> sweep.drop(reason));
        return any || !dropped.isEmpty();
    }

    /**
     * How it stands.
     *
     * @param current the provider there is now, told if no sweep has run yet
     */
    synchronized SweepState state(String current) {
        return state(last, current);
    }

    /** How the sweeps of the whole subnet stand. */
    synchronized SweepState wholeState(String current) {
        return state(whole, current);
    }

    private SweepState state(Outcome outcome, String current) {
        return new SweepState(
                port,
                provider.isEmpty() ? current : provider,
                running != null,
                outcome.topology(),
                outcome.error());
    }

    /** The result of the last sweep of the whole subnet that had one. */
    synchronized @Nullable Topology whole() {
        return whole.topology();
    }

    /** One more each time: which share of what is known is asked again in full. */
    synchronized int nextTurn() {
        return confirmations++ & Integer.MAX_VALUE;
    }

    synchronized void forget() {
        last = last.forgotten();
        whole = whole.forgotten();
    }

    synchronized int maxSmpsOnWire(int configured) {
        return ownMaxSmpsOnWire == 0 ? configured : ownMaxSmpsOnWire;
    }

    synchronized int setMaxSmpsOnWire(int smps, int configured) {
        int previous = maxSmpsOnWire(configured);
        ownMaxSmpsOnWire = smps;
        return previous;
    }
}

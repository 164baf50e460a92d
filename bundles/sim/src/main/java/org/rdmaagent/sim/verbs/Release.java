// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The wish to close an object that poll loops may be using: each of their threads grants it at its
 * next poll, and hands nothing out until the wish is over. The world's lock is held.
 */
final class Release implements AutoCloseable {
    /** How long somebody who closes waits for the poll loops. */
    static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final SimulatedObject object;
    private final List<SimulatedPort> ports;
    private final List<SimulatedPort> missing;

    /**
     * Asks.
     *
     * @param ports those that hold the object
     */
    Release(SimulatedObject object, List<SimulatedPort> ports) {
        this.object = object;
        this.ports = ports;
        this.missing = new ArrayList<>(ports);
        ports.forEach(port -> port.ask(this));
        object.home().world().changed();
    }

    /** Whether the queue itself is to go, alone or with its context. */
    boolean isOf(SimulatedCq queue) {
        return object == queue || object == queue.home();
    }

    /** A port lets go of it; again changes nothing. */
    void grant(SimulatedPort port) {
        if (missing.remove(port)) {
            object.home().world().changed();
        }
    }

    /**
     * Waits until all ports let go of it, and gives the lock up meanwhile; EBUSY if one does not.
     */
    void await() {
        VerbsWorld world = object.home().world();
        // A thread that polls the queue that it closes would wait for itself.
        long bound = missing.stream().anyMatch(SimulatedPort::isOwn) ? 0 : BOUND_NANOS;
        if (!world.awaitThreads(bound, missing::isEmpty)) {
            String holders =
                    missing.stream()
                            .map(port -> port.holder() + " (" + port.queue().qualifiedName() + ")")
                            .collect(Collectors.joining(", "));
            throw Refusal.of(
                    object.destroyer(),
                    Refusal.EBUSY,
                    object.name(),
                    "it is polled by "
                            + holders
                            + ", which did not let go of it within 2 s: a handler keeps its"
                            + " thread; end that, or close the loop, and try again");
        }
    }

    /** It was closed, or is no longer to be. */
    @Override
    public void close() {
        ports.forEach(port -> port.withdraw(this));
    }
}

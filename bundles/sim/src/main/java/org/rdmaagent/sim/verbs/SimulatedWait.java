// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.List;
import java.util.Optional;
import org.rdmaagent.spi.completion.CompletionWait;

/** Sleeps until one of several simulated queues tells something. */
final class SimulatedWait implements CompletionWait {
    private final VerbsWorld world;
    private final List<SimulatedPort> ports;
    private boolean woken;
    private boolean open = true;

    SimulatedWait(VerbsWorld world, List<SimulatedPort> ports) {
        this.world = world;
        this.ports = List.copyOf(ports);
    }

    private void run(Runnable work) {
        Boolean unused =
                world.locked(
                        () -> {
                            work.run();
                            return true;
                        });
    }

    private void requireOpen() {
        if (!open) {
            throw new IllegalStateException("this wait is closed: make another one");
        }
    }

    @Override
    public void arm() {
        run(
                () -> {
                    requireOpen();
                    ports.forEach(port -> port.cq().events().arm(false));
                });
    }

    @Override
    public boolean await(long timeoutNanos) {
        run(
                () -> {
                    requireOpen();
                    ports.forEach(port -> port.sleep(true));
                });
        try {
            return world.await(timeoutNanos, this::look).isPresent();
        } finally {
            run(() -> ports.forEach(port -> port.sleep(false)));
        }
    }

    private Optional<Boolean> look() {
        boolean seen = woken;
        woken = false;
        for (SimulatedPort port : ports) {
            seen |= port.isDisturbed();
            seen |= port.cq().events().drain();
        }
        return seen ? Optional.of(true) : Optional.empty();
    }

    @Override
    public void wake() {
        run(() -> woken = true);
    }

    @Override
    public void close() {
        run(() -> open = false);
    }
}

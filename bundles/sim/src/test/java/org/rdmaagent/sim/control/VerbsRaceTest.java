// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ResourceCounts;

/** Four threads use and close the same objects: only the answers that the port knows come. */
class VerbsRaceTest {
    private static final int THREADS = 4;
    private static final int STEPS = 3000;
    private static final Set<String> KNOWN = Set.of("EBADF", "EBUSY", "EINVAL");

    private final VerbsBench bench =
            new VerbsBench(SimulatedWorld.defaultWorld(SimulationSettings.defaults()));

    private final List<VerbsBench.End> ends = new ArrayList<>();

    private VerbsBench.End end(Random random) {
        synchronized (ends) {
            return ends.get(random.nextInt(ends.size()));
        }
    }

    private void step(Random random) {
        VerbsBench.End end = end(random);
        switch (random.nextInt(6)) {
            case 0 -> bench.send(end, 1);
            case 1 -> bench.receive(end, 2);
            case 2 -> end.cq().poll(8);
            case 3 -> end.qp().modify(QpAttributes.ofState(QpState.RESET));
            case 4 -> bench.ready(end, end(random), VerbsBench.PSN, VerbsBench.PSN);
            default -> replace(end);
        }
    }

    private void replace(VerbsBench.End end) {
        end.qp().close();
        end.cq().close();
        synchronized (ends) {
            ends.remove(end);
            ends.add(bench.end(QpType.RC));
        }
    }

    private Callable<Integer> work(long seed) {
        Random random = new Random(seed);
        return () -> {
            int refused = 0;
            for (int i = 0; i < STEPS; i++) {
                try {
                    step(random);
                } catch (RdmaException e) {
                    assertTrue(KNOWN.contains(e.errno().name()), "seed " + seed + ": " + e);
                    refused++;
                }
            }
            return refused;
        };
    }

    @Test
    void useAndCloseRaceWithoutHarm() throws Exception {
        ResourceCounts before = bench.context.resources();
        for (int i = 0; i < 8; i++) {
            ends.add(bench.end(QpType.RC));
        }
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Integer>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(threads.submit(work(41 + i)));
            }
            int refused = 0;
            for (Future<Integer> one : all) {
                refused += one.get(60, TimeUnit.SECONDS);
            }
            assertTrue(refused > 0, "nobody met a closed object: the race did not take place");
        } finally {
            threads.shutdownNow();
        }
        bench.context.handles().stream()
                .filter(
                        handle ->
                                handle.kind() == ObjectKind.QUEUE_PAIR
                                        || handle.kind() == ObjectKind.COMPLETION_QUEUE)
                .forEach(handle -> handle.close());
        assertEquals(before, bench.context.resources());
    }
}

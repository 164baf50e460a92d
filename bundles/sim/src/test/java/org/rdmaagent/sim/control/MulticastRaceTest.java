// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.sim.multicast.GroupTable;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmLease;
import org.rdmaagent.spi.cm.CmNotice;

/** Ports fall and rise while groups are joined and left: nobody waits for ever, nothing remains. */
class MulticastRaceTest {
    private static final int ROUNDS = 400;
    private static final List<PortId> PORTS = List.of(CmBench.MLX4_1, CmBench.MLX4_2, CmBench.RXE);
    private static final Set<String> REFUSALS = Set.of("EADDRNOTAVAIL", "EADDRINUSE");

    private final SimulatedWorld world = SimulatedWorld.defaultWorld(SimulationSettings.defaults());
    private final CmLease lease = world.cmLibrary().lease("race");
    private final AtomicBoolean over = new AtomicBoolean();

    @Test
    void faultsAndJoinsAtTheSameTime() throws InterruptedException {
        long seed = System.nanoTime();
        try {
            race(seed);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("seed " + seed + ": " + e, e);
        }
    }

    private void race(long seed) throws InterruptedException, ExecutionException, TimeoutException {
        FutureTask<Integer> watching = start(this::watch);
        List<FutureTask<Integer>> working = new ArrayList<>();
        working.add(start(() -> members(new Random(seed), "one")));
        working.add(start(() -> members(new Random(seed + 1), "two")));
        working.add(start(() -> faults(new Random(seed + 2))));
        for (FutureTask<Integer> one : working) {
            assertEquals(ROUNDS, one.get(60, TimeUnit.SECONDS));
        }
        over.set(true);
        assertTrue(watching.get(60, TimeUnit.SECONDS) > 0);
        lease.close();
        assertEquals(
                List.of(),
                world.groups().groups().stream()
                        .filter(group -> !group.mgid().equals(GroupTable.BROADCAST))
                        .toList(),
                "seed " + seed);
    }

    private static FutureTask<Integer> start(Callable<Integer> work) {
        FutureTask<Integer> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "race");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private int watch() {
        int events = 0;
        while (!over.get()) {
            Optional<CmNotice> notice = lease.awaitEvent(1_000_000);
            events += notice.isPresent() ? 1 : 0;
        }
        return events;
    }

    private int members(Random random, String name) {
        CmId id = id(name, random);
        for (int round = 0; round < ROUNDS; round++) {
            GroupAddress group = GroupAddress.parse("239.5.5." + random.nextInt(4));
            try {
                if (random.nextBoolean()) {
                    id.join(group, MemberKind.FULL_MEMBER);
                } else {
                    id.leave(group);
                }
            } catch (RdmaException e) {
                assertTrue(REFUSALS.contains(e.errno().name()), e.getMessage());
            }
            if (random.nextInt(20) == 0) {
                id.close();
                id = id(name, random);
            }
        }
        return ROUNDS;
    }

    private CmId id(String name, Random random) {
        CmId id = lease.createId(name, PortSpace.UDP);
        PortId port = PORTS.get(random.nextInt(PORTS.size()));
        id.bind(world.cmLibrary().addresses(port).get(0));
        return id;
    }

    private int faults(Random random) {
        for (int round = 0; round < ROUNDS; round++) {
            PortId port = PORTS.get(random.nextInt(2));
            switch (random.nextInt(5)) {
                case 0 -> world.multicastFaults().smChange();
                case 1 -> world.deviceFaults().lidChange(port, new Lid(100 + round));
                case 2 -> world.deviceFaults().clientReregister(port);
                case 3 -> world.multicastFaults().joinDelay(random.nextInt(100_000));
                default -> {
                    world.deviceFaults().portDown(port);
                    world.deviceFaults().portUp(port);
                }
            }
        }
        return ROUNDS;
    }
}

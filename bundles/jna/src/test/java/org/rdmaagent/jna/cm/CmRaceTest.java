// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.spi.cm.CmEventType;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmLease;

/**
 * Several threads join, leave, close and hand on while one takes events: nobody waits for ever, and
 * every refusal is one that the port promises. The fake fails whoever uses what is gone.
 */
class CmRaceTest {
    private static final int WORKERS = 3;
    private static final int ROUNDS = 400;
    private static final Set<String> PROMISED = Set.of("EBADF", "EADDRINUSE", "EADDRNOTAVAIL");

    private final FakeCmWorld world = new FakeCmWorld();
    private final ExecutorService threads = Executors.newFixedThreadPool(WORKERS + 2);

    @AfterEach
    void close() {
        threads.shutdownNow();
        world.close();
    }

    private static void promised(Runnable action) {
        try {
            action.run();
        } catch (RdmaException e) {
            assertTrue(PROMISED.contains(e.errno().name()), e.getMessage());
        } catch (IllegalArgumentException e) {
            assertTrue(String.valueOf(e.getMessage()).contains("choose another name"));
        }
    }

    private void work(CmLease lease, Random random) {
        for (int i = 0; i < ROUNDS; i++) {
            String name = "id" + random.nextInt(4);
            promised(
                    () -> {
                        CmId id = lease.id(name);
                        if (id == null) {
                            id = lease.createId(name, PortSpace.UDP);
                        }
                        use(id, random);
                    });
        }
    }

    private void use(CmId id, Random random) {
        switch (random.nextInt(6)) {
            case 0 -> id.close();
            case 1, 2 -> id.leave(FakeCmWorld.GROUP);
            case 3 -> id.bind(FakeCmWorld.local());
            default -> id.join(FakeCmWorld.GROUP, MemberKind.FULL_MEMBER);
        }
    }

    @Test
    void joinsLeavesAndEventsAtOnce() throws Exception {
        long seed = new Random().nextLong();
        CmLease lease = world.lease();
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> taker =
                CompletableFuture.runAsync(
                        () -> {
                            while (!over.get()) {
                                lease.awaitEvent(FakeCmWorld.LONG);
                            }
                        },
                        threads);
        CompletableFuture<Void> kernel =
                CompletableFuture.runAsync(
                        () -> {
                            while (!over.get()) {
                                if (world.fake.queuedCount() < 20) {
                                    world.fake.tellAll(CmEventType.MULTICAST_JOIN, 0);
                                    world.fake.tellIds(CmEventType.ADDR_CHANGE);
                                }
                                Thread.onSpinWait();
                            }
                        },
                        threads);
        try {
            List<CompletableFuture<Void>> workers = new ArrayList<>();
            for (int i = 0; i < WORKERS; i++) {
                Random random = new Random(seed + i);
                workers.add(CompletableFuture.runAsync(() -> work(lease, random), threads));
            }
            for (CompletableFuture<Void> worker : workers) {
                worker.get(60, TimeUnit.SECONDS);
            }
        } catch (Exception e) {
            throw new AssertionError("seed " + seed, e);
        } finally {
            over.set(true);
            kernel.get(20, TimeUnit.SECONDS);
            lease.wake();
            taker.get(20, TimeUnit.SECONDS);
        }
        lease.close();
        assertEquals(0, world.fake.idCount());
        assertTrue(world.fake.isQuiet());
    }

    @Test
    void closingTheLeaseWhileItIsUsed() throws Exception {
        long seed = new Random().nextLong();
        for (int round = 0; round < 40; round++) {
            CmLease lease = world.lease();
            Random random = new Random(seed + round);
            CompletableFuture<Void> taker =
                    CompletableFuture.runAsync(
                            () -> promised(() -> lease.awaitEvent(FakeCmWorld.LONG)), threads);
            CompletableFuture<Void> worker =
                    CompletableFuture.runAsync(() -> work(lease, random), threads);
            world.fake.tellIds(CmEventType.ADDR_CHANGE);
            lease.close();
            try {
                taker.get(20, TimeUnit.SECONDS);
                worker.get(20, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new AssertionError("seed " + (seed + round), e);
            }
            assertEquals(0, world.fake.idCount());
        }
    }
}

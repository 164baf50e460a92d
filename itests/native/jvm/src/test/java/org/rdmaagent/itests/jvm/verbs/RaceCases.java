// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.AhHandle;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SendTarget;

/** Threads that use what other threads close. */
final class RaceCases {
    private static final int THREADS = 4;
    private static final int ROUNDS = Boolean.getBoolean("rdma.long") ? 3000 : 300;
    private static final Gid GROUP = new Gid(0xff12_401b_ffff_0000L, 1);

    private RaceCases() {}

    static List<NamedCase> all() {
        return List.of(
                new NamedCase("operations race with closing", RaceCases::race),
                new NamedCase("many make and close under the same names", RaceCases::sameNames),
                new NamedCase("queues are entered in one order", RaceCases::crossed),
                new NamedCase("the provider closes under its users", RaceCases::providerCloses));
    }

    /** Threads that use what others close: each call is done, or ends with EBADF or EBUSY. */
    private static void race() throws Exception {
        try (Bench bench = new Bench()) {
            for (int round = 0; round < ROUNDS; round++) {
                CqHandle cq = bench.cq(64);
                QpHandle qp = bench.datagrams(cq);
                MrHandle memory = bench.memory(4096);
                AhHandle ah = bench.pd.createAh("way", AhAttributes.local(bench.lid(), Bench.PORT));
                SendTarget.Datagram to = new SendTarget.Datagram(ah, qp.number(), Bench.QKEY);
                List<Callable<Object>> uses =
                        List.of(
                                () -> cq.poll(4),
                                () -> qp.query(Set.of(QpAttribute.STATE)),
                                () ->
                                        qp.postSend(
                                                List.of(
                                                        SafetyCases.inlined(
                                                                memory.address(), 8, to))),
                                () -> {
                                    qp.attach(GROUP, new Lid(0xc001));
                                    qp.detach(GROUP, new Lid(0xc001));
                                    return memory.buffer().get(0);
                                });
                together(uses, List.of(ah, qp, memory, cq), new Random(round));
            }
            assertEquals(0, bench.context.resources().held(ObjectKind.QUEUE_PAIR));
        }
    }

    private static void together(
            List<Callable<Object>> uses, List<VerbsHandle> handles, Random random)
            throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (Callable<Object> use : uses) {
                ends.add(threads.submit(() -> untilClosed(use)));
            }
            for (int i = random.nextInt(500); i > 0; i--) {
                Thread.onSpinWait();
            }
            for (VerbsHandle handle : handles) {
                while (handle.isOpen()) {
                    tolerant(handle::close, Set.of("EBUSY"));
                }
            }
            for (Future<?> end : ends) {
                end.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void untilClosed(Callable<Object> use) {
        while (true) {
            try {
                use.call();
            } catch (RdmaException e) {
                assertEquals("EBADF", e.errno().name(), e.getMessage());
                return;
            } catch (IllegalArgumentException e) {
                return; // the address handle is closed: nothing was posted
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }

    private static void tolerant(Runnable action, Set<String> errnos) {
        try {
            action.run();
        } catch (RdmaException e) {
            assertTrue(errnos.contains(e.errno().name()), e.getMessage());
        }
    }

    private static void sameNames() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (Bench bench = new Bench()) {
            List<Future<Integer>> made = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                made.add(threads.submit(() -> makeAndClose(bench)));
            }
            int all = 0;
            for (Future<Integer> each : made) {
                all += each.get(60, TimeUnit.SECONDS);
            }
            assertTrue(all > 0);
            assertEquals(List.of(bench.pd), bench.context.handles());
        } finally {
            threads.shutdownNow();
        }
    }

    private static int makeAndClose(Bench bench) {
        int made = 0;
        for (int i = 0; i < ROUNDS; i++) {
            try {
                CqHandle cq = bench.context.createCq("same", 4, null, 0);
                made++;
                cq.close();
            } catch (IllegalArgumentException e) {
                assertTrue(String.valueOf(e.getMessage()).contains("'same'"), e.getMessage());
            }
        }
        return made;
    }

    private static void providerCloses() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (Bench bench = new Bench()) {
            ChannelHandle channel = bench.context.createChannel("channel");
            CqHandle cq = bench.context.createCq("cq", 64, channel, 0);
            QpHandle qp = bench.datagrams(cq);
            bench.pd.registerMemory("memory", 4096, Set.of(AccessFlag.LOCAL_WRITE));
            qp.attach(GROUP, new Lid(0xc001));
            List<Future<?>> users =
                    List.of(
                            threads.submit(() -> untilClosed(() -> channel.await(10_000_000))),
                            threads.submit(() -> untilClosed(() -> cq.poll(1))),
                            threads.submit(
                                    () -> untilClosed(() -> qp.query(Set.of(QpAttribute.STATE)))),
                            threads.submit(
                                    () -> untilClosed(() -> bench.context.awaitAsync(10_000_000))));
            bench.library.close();
            for (Future<?> user : users) {
                user.get(60, TimeUnit.SECONDS);
            }
            assertFalse(bench.context.isOpen());
            Refusals.refused("ENODEV", () -> bench.library.lease("cases"), "stopping");
        } finally {
            threads.shutdownNow();
        }
    }

    /** Two makers that need two queues in opposite order, while both queues are closed. */
    private static void crossed() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (Bench bench = new Bench()) {
            for (int round = 0; round < ROUNDS; round++) {
                CqHandle one = bench.cq(4);
                CqHandle two = bench.cq(4);
                String name = bench.name();
                List<Future<?>> ends =
                        List.of(
                                threads.submit(() -> pairOf(bench, name + "a", one, two)),
                                threads.submit(() -> pairOf(bench, name + "b", two, one)),
                                threads.submit(() -> tolerant(one::close, Set.of("EBUSY"))),
                                threads.submit(() -> tolerant(two::close, Set.of("EBUSY"))));
                for (Future<?> end : ends) {
                    end.get(60, TimeUnit.SECONDS);
                }
                one.close();
                two.close();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void pairOf(Bench bench, String name, CqHandle send, CqHandle receive) {
        QpInit init = new QpInit(QpType.UD, Bench.SIZES, false);
        tolerant(() -> bench.pd.createQp(name, init, send, receive, null).close(), Set.of("EBADF"));
    }
}

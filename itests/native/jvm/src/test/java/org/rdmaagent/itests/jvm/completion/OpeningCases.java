// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.itests.jvm.verbs.Extent;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.verbs.CqHandle;

/** A port is opened by one thread while another one closes its queue. */
final class OpeningCases {
    private static final int RACES = Extent.of(100_000, 5000, 2000);
    private static final int LONGEST_PAUSE = 200;

    private OpeningCases() {}

    /** Either the port is refused, or the closer waits until it is closed. */
    static void whileClosed() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random here = new Random(seed);
        Random there = new Random(~seed);
        ExecutorService closer = Executors.newSingleThreadExecutor();
        int opened = 0;
        try (Ports ports = new Ports()) {
            CompletionPorts all = ports.bench().ports();
            for (int race = 0; race < RACES; race++) {
                CqHandle cq = ports.bench().cq(4);
                PolledQueue queue = all.queues().get(0);
                CyclicBarrier start = new CyclicBarrier(2);
                Future<?> closing =
                        closer.submit(
                                () -> {
                                    start.await();
                                    pause(there);
                                    cq.close();
                                    return cq;
                                });
                start.await();
                pause(here);
                CompletionPort port = attempt(all, queue);
                opened += port == null ? 0 : 1;
                endOfPort(port, closing);
                closing.get(20, TimeUnit.SECONDS);
            }
        } finally {
            closer.shutdownNow();
        }
        assertTrue(opened > 0 && opened < RACES, opened + " were opened");
    }

    private static @Nullable CompletionPort attempt(CompletionPorts all, PolledQueue queue) {
        try {
            return all.open(queue, "who comes late");
        } catch (RdmaException e) {
            assertTrue(e.errno().name().equals("EBADF"), e::toString);
            return null;
        }
    }

    private static void endOfPort(@Nullable CompletionPort port, Future<?> closing) {
        if (port == null) {
            return;
        }
        while (port.poll(1) != CompletionPort.REVOKED) {
            assertFalse(closing.isDone(), "what is closed is polled");
        }
        port.close();
    }

    private static void pause(Random random) {
        for (int i = random.nextInt(LONGEST_PAUSE); i > 0; i--) {
            Thread.onSpinWait();
        }
    }
}

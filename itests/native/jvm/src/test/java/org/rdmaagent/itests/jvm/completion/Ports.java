// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.itests.jvm.verbs.Bench;
import org.rdmaagent.itests.jvm.verbs.ChosenPorts;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.QpHandle;

/** A bench, the ports that are opened on it, and ways to drive them by hand. */
final class Ports implements AutoCloseable {
    private static final String HOLDER = "loop test";
    private static final int TIMES = 4;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Bench bench = new Bench();
    private final List<CompletionPort> opened = new ArrayList<>();

    Bench bench() {
        return bench;
    }

    CompletionPort open(CqHandle cq) {
        return open(cq, HOLDER);
    }

    /** The way that this JVM is to poll, and no other one. */
    CompletionPort open(CqHandle cq, String holder) {
        return open(cq, holder, ChosenPorts.WAY);
    }

    /** Of a queue that sends report to, or a shared receive queue: it cannot be read directly. */
    CompletionPort openMixed(CqHandle cq) {
        PollingWay way = ChosenPorts.WAY == PollingWay.DIRECT ? PollingWay.BEST : ChosenPorts.WAY;
        return open(cq, HOLDER, way);
    }

    CompletionPort open(CqHandle cq, String holder, PollingWay way) {
        CompletionPort port = bench.ports().open(queue(cq), holder, way);
        opened.add(port);
        return port;
    }

    /** As the ports list it. */
    PolledQueue queue(CqHandle cq) {
        return bench.ports().queues().stream()
                .filter(each -> each.name().equals(cq.name()))
                .findFirst()
                .orElseThrow();
    }

    /** The ports first: the bench would wait for them. */
    @Override
    public void close() {
        opened.forEach(CompletionPort::close);
        bench.close();
    }

    /** A ring of so many buffers, with room for datagrams. */
    static MrHandle ring(Bench bench, QpHandle qp, int buffers, int bytesEach) {
        MrHandle memory = bench.memory((long) buffers * bytesEach);
        qp.postReceiveRing(memory, bytesEach);
        return memory;
    }

    /** What is done with each completion. */
    interface Each {
        void with(CompletionBatch completion);
    }

    /** Polls until it has handled so many, or fails. */
    static void handle(CompletionPort port, int count, int batch, Each each) {
        int[] handled = {0};
        while (handled[0] < count) {
            // However many there are to come: the next one must not be long in coming.
            until(
                    () -> {
                        int found = port.poll(batch);
                        if (found < 0) {
                            throw new AssertionError(
                                    "poll answers " + found + ": " + port.damage());
                        }
                        while (port.batch().next()) {
                            each.with(port.batch());
                            handled[0]++;
                        }
                        return found > 0;
                    });
        }
    }

    /** The same; if it fails, it tells how things are. */
    static void handle(
            CompletionPort port, int count, int batch, Each each, Supplier<String> state) {
        try {
            handle(port, count, batch, each);
        } catch (AssertionError e) {
            throw new AssertionError(state.get(), e);
        }
    }

    /** Asks again and again, or fails. */
    static void until(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new AssertionError("waited in vain");
            }
            Thread.onSpinWait();
        }
    }

    /**
     * The same of several times: what is compiled anew meanwhile may allocate once, but garbage
     * comes again and again.
     */
    static long leastAllocated(Runnable action) {
        long least = Long.MAX_VALUE;
        for (int time = 0; time < TIMES && least > 0; time++) {
            least = Math.min(least, allocated(action));
        }
        return least;
    }

    /** Bytes that this thread allocates while it does something. */
    static long allocated(Runnable action) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        action.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}

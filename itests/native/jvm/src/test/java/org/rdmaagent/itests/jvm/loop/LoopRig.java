// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.loop;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.dataplane.loop.Binding;
import org.rdmaagent.dataplane.loop.LoopCore;
import org.rdmaagent.dataplane.loop.LoopLimits;
import org.rdmaagent.dataplane.loop.LoopThread;
import org.rdmaagent.dataplane.loop.Slot;
import org.rdmaagent.itests.jvm.verbs.Bench;
import org.rdmaagent.jna.os.LinuxScheduling;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;

/**
 * A poll loop with a thread of its own over queues of the emulated device, each with one datagram
 * queue pair, a ring of receives and a completion channel, all handled by one handler.
 */
public final class LoopRig implements AutoCloseable {
    private static final int BUFFERS = 1024;
    private static final int BUFFER_BYTES = 256;
    private static final int BATCH = 64;
    private static final int MAX_ERRORS = 8;
    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Bench bench = new Bench();
    private final List<Integer> pairs = new ArrayList<>();
    private final List<String> news = new ArrayList<>();
    private final LoopCore core;
    private final LoopThread thread;

    /**
     * Running from now on.
     *
     * @param name of the loop
     * @param queues how many of them
     * @param ports what stands between the loop and the provider
     */
    public LoopRig(
            String name,
            IdleStrategy idle,
            int queues,
            CompletionHandler handler,
            UnaryOperator<CompletionPorts> ports) {
        core =
                new LoopCore(
                        new LoopLimits(BATCH, idle, STALL_NANOS, MAX_ERRORS),
                        System::nanoTime,
                        Instant.now(),
                        (kind, cq, who, text) -> tell(kind + " " + cq + ": " + text));
        thread =
                new LoopThread(
                        name,
                        core,
                        (kind, cq, who, text) -> tell(kind + ": " + text),
                        () -> LinuxScheduling.load().orElse(null),
                        System::nanoTime,
                        () -> {});
        CompletionPorts source = ports.apply(bench.ports());
        List<Slot> slots = new ArrayList<>();
        for (int i = 0; i < queues; i++) {
            Slot slot = new Slot(queue("queue " + i));
            slots.add(slot);
        }
        core.commands().post(() -> core.use(slots)).await(0);
        for (Slot slot : slots) {
            PolledQueue queue = queue(source, slot.cq());
            core.commands()
                    .post(
                            () -> {
                                core.attach(slot, source.open(queue, "loop " + name), source);
                                core.bind(slot, new Binding(handler, "handler of the test"));
                            })
                    .await(0);
        }
        thread.start();
        until("a thread", () -> thread.placement().threadId() != 0);
    }

    private synchronized void tell(String text) {
        news.add(text);
    }

    private static PolledQueue queue(CompletionPorts source, String name) {
        return source.queues().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** A queue with channel, queue pair and ring. */
    private String queue(String name) {
        ChannelHandle channel = bench.context.createChannel("channel of " + name);
        CqHandle cq = bench.context.createCq(name, 2 * BUFFERS, channel, 0);
        CqHandle sends = bench.cq(1); // so that it can be read directly
        QpCapabilities sizes = new QpCapabilities(1, BUFFERS, 1, 1, 0);
        QpHandle qp =
                bench.pd.createQp(
                        "pair of " + name, new QpInit(QpType.UD, sizes, false), sends, cq, null);
        qp.modify(
                QpAttributes.builder()
                        .qpState(QpState.INIT)
                        .pkeyIndex(0)
                        .portNum(Bench.PORT)
                        .qkey(Bench.QKEY)
                        .build());
        qp.modify(QpAttributes.ofState(QpState.RTR));
        qp.modify(QpAttributes.builder().qpState(QpState.RTS).sqPsn(0).build());
        MrHandle memory = bench.memory((long) BUFFERS * BUFFER_BYTES);
        qp.postReceiveRing(memory, BUFFER_BYTES);
        pairs.add(qp.number().value());
        return name;
    }

    /** The number of the queue pair of a queue. */
    public int pair(int queue) {
        return pairs.get(queue);
    }

    /** Taken off the queues so far. */
    public long completions() {
        return core.tally().completions.get();
    }

    /** The kernel's number of the loop's thread. */
    public long threadId() {
        return thread.placement().threadId();
    }

    /** What the loop's thread has allocated so far, bytes. */
    public long allocatedBytes() {
        return THREADS.getThreadAllocatedBytes(javaThread());
    }

    private long javaThread() {
        return Arrays.stream(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(info -> info != null && info.getThreadName().startsWith("rdma-loop-"))
                .findFirst()
                .orElseThrow()
                .getThreadId();
    }

    /** What the loop told. */
    public synchronized List<String> news() {
        return List.copyOf(news);
    }

    /** Waits for it, or fails. */
    public void until(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new AssertionError("in vain: " + what + "; " + news());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** The thread gives up the ports, then everything else ends. */
    @Override
    public void close() {
        thread.stop(PATIENCE_NANOS);
        bench.close();
    }
}

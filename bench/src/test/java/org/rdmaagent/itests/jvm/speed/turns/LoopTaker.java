// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed.turns;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.dataplane.loop.Binding;
import org.rdmaagent.dataplane.loop.LoopCore;
import org.rdmaagent.dataplane.loop.LoopLimits;
import org.rdmaagent.dataplane.loop.Slot;
import org.rdmaagent.itests.jvm.speed.Taker;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;

/** The agent's poll loop over one port, its turns called by hand. */
public final class LoopTaker implements Taker {
    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final SummingHandler handler = new RepostingHandler();
    private final LoopCore core;
    private int batchSize = CompletionPort.LARGEST_BATCH;

    /**
     * With a handler that gives the buffers back.
     *
     * @param source of the port
     */
    public LoopTaker(CompletionPort port, CompletionPorts source) {
        core = core();
        Slot slot = new Slot(port.queue().name());
        core.use(List.of(slot));
        core.attach(slot, port, source);
        core.bind(slot, new Binding(handler, "handler of the bench"));
    }

    static LoopCore core() {
        return new LoopCore(
                new LoopLimits(CompletionPort.LARGEST_BATCH, IdleStrategy.SPIN, STALL_NANOS, 1),
                System::nanoTime,
                Instant.now(),
                (kind, cq, who, text) -> {});
    }

    @Override
    public void take(long count, int batch) {
        resize(batch);
        for (long left = count; left > 0; ) {
            left -= core.doWork();
        }
    }

    @Override
    public long poll(long polls, int batch) {
        resize(batch);
        long all = 0;
        for (long i = 0; i < polls; i++) {
            all += core.doWork();
        }
        return all;
    }

    private void resize(int batch) {
        if (batch != batchSize) {
            int unused = core.resize(batch);
            batchSize = batch;
        }
    }

    @Override
    public long sum() {
        return handler.sum();
    }
}

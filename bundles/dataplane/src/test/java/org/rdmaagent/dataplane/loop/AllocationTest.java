// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.IdleStrategy;

/** A turn makes no garbage, whether it finds something or not. */
class AllocationTest {
    private static final int WARM_UP = 50_000;
    private static final int TURNS = 100_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Counting counting = new Counting();

    /** Counts, as a handler should. */
    private static final class Counting implements CompletionHandler {
        private long sum;

        @Override
        public void onCompletions(CompletionBatch batch) {
            while (batch.next()) {
                sum += batch.wrId();
                batch.repost();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16, 64})
    void aTurnWithWorkAllocatesNothing(int batchSize) {
        LoopCore core = core(batchSize);
        ScriptedPort port = port(core);
        assertEquals(0, leastOfThreeRounds(core, port, batchSize));
        long all = core.tally().completions.get();
        assertEquals((WARM_UP + 3L * TURNS) * batchSize, all);
        assertEquals(all * (all - 1) / 2, counting.sum);
    }

    @Test
    void anEmptyTurnAllocatesNothing() {
        LoopCore core = core(16);
        assertEquals(0, leastOfThreeRounds(core, port(core), 0));
    }

    /** The meter itself allocates when it is used first, and compilers may trip in between. */
    private long leastOfThreeRounds(LoopCore core, ScriptedPort port, int each) {
        run(core, port, each, WARM_UP);
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            long before = allocated();
            run(core, port, each, TURNS);
            least = Math.min(least, allocated() - before);
        }
        return least;
    }

    private long allocated() {
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private static LoopCore core(int batchSize) {
        return new LoopCore(
                new LoopLimits(batchSize, IdleStrategy.SPIN, 1_000_000_000, 8),
                System::nanoTime,
                Instant.EPOCH,
                (kind, cq, handler, text) -> {});
    }

    private ScriptedPort port(LoopCore core) {
        ScriptedPort port = new ScriptedPort("feed", number -> number % 1000 == 999);
        Slot slot = new Slot("feed");
        Command unused = core.commands().post(() -> core.use(List.of(slot)));
        unused = core.commands().post(() -> core.attach(slot, port, HandDriven.NO_WAIT));
        unused = core.commands().post(() -> core.bind(slot, new Binding(counting, "c")));
        return port;
    }

    private static void run(LoopCore core, ScriptedPort port, int each, int turns) {
        for (int i = 0; i < turns; i++) {
            port.complete(each);
            core.afterTurn(core.doWork());
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.dataplane.BatchCount;
import org.rdmaagent.dataplane.DataPlaneService;
import org.rdmaagent.dataplane.Distribution;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.dataplane.LoopFigures;
import org.rdmaagent.dataplane.LoopState;
import org.rdmaagent.dataplane.Placement;
import org.rdmaagent.dataplane.PollLoop;
import org.rdmaagent.dataplane.SlotState;
import org.rdmaagent.dataplane.SlotStatus;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** Poll loops in memory, which note what they are told to do. */
final class MemoryDataPlane implements DataPlaneService {
    static final Instant SINCE = Instant.parse("2026-03-04T05:06:07.089Z");

    final List<String> calls = new ArrayList<>();
    final Map<String, PollLoop> loops = new TreeMap<>();
    String held = "";
    int queries;

    /** A loop with one active queue, and one without a handler. */
    MemoryDataPlane with(String name) {
        loops.put(name, loop(name, LoopState.RUNNING, 16, IdleStrategy.BACKOFF));
        return this;
    }

    private static PollLoop loop(String name, LoopState state, int batch, IdleStrategy idle) {
        return new PollLoop(
                name,
                state,
                "queue idle: no handler",
                batch,
                idle,
                2,
                new Placement(
                        4711, 3, "fifo:50", Set.of(3, 1, 2), "nice:0", false, "EPERM; see docs"),
                new LoopFigures(
                        SINCE,
                        100,
                        40,
                        30,
                        List.of(new BatchCount(1, 1, 4), new BatchCount(8, 15, 6)),
                        new Distribution(10, 1, 2, 3, 4, 5, 6),
                        7,
                        8,
                        Map.of(WorkCompletionStatus.SUCCESS, 99L)),
                List.of(
                        slot("feed", SlotState.ACTIVE, "a.B (a.bundle 1.0.0)"),
                        slot("idle", SlotState.PARKED, "")));
    }

    private static SlotStatus slot(String cq, SlotState state, String handler) {
        return new SlotStatus(
                cq,
                "mlx4_0",
                state,
                "why",
                handler,
                "sim",
                11,
                12,
                13,
                14,
                20,
                "X: y",
                15,
                16,
                17,
                18,
                Distribution.NONE,
                Map.of(WorkCompletionStatus.RNR_RETRY_EXC_ERR, 1L),
                Map.of("receivedBytes", 19L));
    }

    @Override
    public List<PollLoop> loops() {
        queries++;
        return List.copyOf(loops.values());
    }

    @Override
    public Optional<PollLoop> loop(String name) {
        queries++;
        return Optional.ofNullable(loops.get(name));
    }

    @Override
    public String memoryLock() {
        return "not asked for";
    }

    @Override
    public void pause(String loop) {
        set("pause", loop, LoopState.PAUSED, 16, IdleStrategy.BACKOFF);
    }

    @Override
    public void resume(String loop) {
        set("resume", loop, LoopState.RUNNING, 16, IdleStrategy.BACKOFF);
    }

    @Override
    public int setBatchSize(String loop, int batchSize) {
        if (batchSize < 1 || batchSize > 64) {
            throw new IllegalArgumentException("batchSize lies in 1..64, not " + batchSize);
        }
        set("batch " + batchSize, loop, LoopState.RUNNING, batchSize, IdleStrategy.BACKOFF);
        return 16;
    }

    @Override
    public IdleStrategy setIdleStrategy(String loop, IdleStrategy strategy) {
        set("idle " + strategy, loop, LoopState.RUNNING, 16, strategy);
        return IdleStrategy.BACKOFF;
    }

    @Override
    public void release(String loop, String cq) {
        if (!cq.equals("feed")) {
            throw new IllegalArgumentException("no queue '" + cq + "' in quarantine");
        }
        calls.add("release " + loop + " " + cq);
    }

    @Override
    public void resetFigures(String loop) {
        calls.add("reset " + loop);
    }

    private void set(String call, String loop, LoopState state, int batch, IdleStrategy idle) {
        if (!held.isEmpty()) {
            throw new RdmaException("pause", Errno.of(110), loop, held + " holds its thread");
        }
        calls.add(call + " " + loop);
        loops.put(loop, loop(loop, state, batch, idle));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.dataplane.LoopEventKind;
import org.rdmaagent.dataplane.loop.Binding;
import org.rdmaagent.dataplane.loop.Command;
import org.rdmaagent.dataplane.loop.LoopCore;
import org.rdmaagent.dataplane.loop.LoopLimits;
import org.rdmaagent.dataplane.loop.Slot;
import org.rdmaagent.spi.completion.CompletionPort;

class StallWatchTest {
    private static final long LIMIT = 1_000;

    private final List<String> told = new ArrayList<>();
    private final SimulatedTraffic traffic = new SimulatedTraffic();
    private long nanos = 50;

    private final LoopCore core =
            new LoopCore(
                    new LoopLimits(16, IdleStrategy.SPIN, LIMIT, 8),
                    () -> nanos,
                    Instant.EPOCH,
                    (kind, cq, handler, text) -> {});
    private final StallWatch watch =
            new StallWatch(
                    core.busy(), (kind, cq, handler, text) -> told.add(kind + " " + cq + handler));

    @Test
    void aTurnThatTakesTooLongIsToldWhileItLastsAndOnce() {
        Slot slot = new Slot("feed");
        CompletionPort port = traffic.ports.open(traffic.queue(), "test");
        Command unused = core.commands().post(() -> core.use(List.of(slot)));
        unused = core.commands().post(() -> core.attach(slot, port, traffic.ports));
        unused =
                core.commands()
                        .post(() -> core.bind(slot, new Binding(batch -> lookInside(), " slow")));
        watch.look(nanos, LIMIT);
        assertEquals(List.of(), told);
        traffic.send(1);
        int found = core.doWork();
        assertEquals(1, found);
        assertTrue(watch.isStalled());
        watch.look(nanos, LIMIT);
        assertFalse(watch.isStalled());
        assertEquals(
                List.of(
                        LoopEventKind.STALL + " feed slow",
                        LoopEventKind.STALL_ENDED + " feed slow"),
                told);
        assertEquals(1, core.tally().stalls.get());
    }

    private void lookInside() {
        nanos += LIMIT;
        watch.look(nanos, LIMIT);
        assertEquals(List.of(), told);
        nanos += 1;
        watch.look(nanos, LIMIT);
        watch.look(nanos + 5, LIMIT);
        assertEquals(1, told.size());
    }
}

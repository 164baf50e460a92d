// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.dataplane.LoopEventKind;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.CompletionWait;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;

/** A loop without a thread: a test makes its turns. Commands are carried out at the next turn. */
final class HandDriven {
    static final long STALL_NANOS = 1_000_000;
    static final int MOST_ERRORS = 3;

    /** Where ports come from that nobody waits for. */
    static final CompletionPorts NO_WAIT =
            new CompletionPorts() {
                @Override
                public List<PolledQueue> queues() {
                    return List.of();
                }

                @Override
                public CompletionPort open(PolledQueue queue, String holder, PollingWay way) {
                    throw new IllegalStateException();
                }

                @Override
                public CompletionWait await(List<CompletionPort> ports) {
                    throw new IllegalStateException();
                }
            };

    /** A happening, in short. */
    record Told(LoopEventKind kind, String cq, String handler, String text) {}

    final List<Told> told = new ArrayList<>();
    final LoopCore core;
    long nanos = 1_000;

    HandDriven() {
        core =
                new LoopCore(
                        new LoopLimits(16, IdleStrategy.SPIN, STALL_NANOS, MOST_ERRORS),
                        () -> nanos,
                        Instant.EPOCH,
                        (kind, cq, handler, text) -> told.add(new Told(kind, cq, handler, text)));
        core.commands().serve();
    }

    /** With one queue, polled by this port. */
    Slot slot(ScriptedPort port) {
        Slot slot = new Slot(port.queue().name());
        List<Slot> all = new ArrayList<>(core.slots());
        all.add(slot);
        order(() -> core.use(all));
        order(() -> core.attach(slot, port, NO_WAIT));
        return slot;
    }

    void bind(Slot slot, CompletionHandler handler, String identity) {
        order(() -> core.bind(slot, new Binding(handler, identity)));
    }

    void unbind(Slot slot) {
        order(() -> core.bind(slot, null));
    }

    /** Posts a command and makes turns until it is carried out. */
    void order(Runnable action) {
        Command command = core.commands().post(action);
        while (!command.isDone()) {
            turn();
        }
    }

    /** A turn. */
    int turn() {
        return core.doWork();
    }

    void turns(int many) {
        for (int i = 0; i < many; i++) {
            int unused = turn();
        }
    }

    List<LoopEventKind> kinds() {
        return told.stream().map(Told::kind).toList();
    }
}

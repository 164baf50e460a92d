// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.dataplane.loop.LoopCore;
import org.rdmaagent.dataplane.loop.Slot;
import org.rdmaagent.spi.completion.CompletionPort;

/** What an operator can tell a loop; each call waits until the loop has done it. Any thread. */
final class LoopControl {
    private static final int EINVAL = 22;

    private final Loops loops;

    LoopControl(Loops loops) {
        this.loops = loops;
    }

    void pause(String loop, boolean on) {
        boolean unused =
                ask(
                        loop,
                        core -> {
                            core.pause(on);
                            return true;
                        });
    }

    int setBatchSize(String loop, int batchSize) {
        if (batchSize < 1 || batchSize > CompletionPort.LARGEST_BATCH) {
            throw new IllegalArgumentException(
                    "a batch has 1 to "
                            + CompletionPort.LARGEST_BATCH
                            + " completions, not "
                            + batchSize);
        }
        return ask(loop, core -> core.resize(batchSize));
    }

    IdleStrategy setIdleStrategy(String loop, IdleStrategy strategy) {
        if (strategy == IdleStrategy.EVENT) {
            require(loop).core().slots().forEach(slot -> requireChannel(loop, slot));
        }
        return ask(loop, core -> core.rest(strategy));
    }

    private static void requireChannel(String loop, Slot slot) {
        CompletionPort port = slot.port();
        if (port != null && !port.queue().hasChannel()) {
            throw new RdmaException(
                    "ibv_req_notify_cq",
                    Errno.of(EINVAL),
                    loop,
                    slot.cq()
                            + " has no completion channel: make the queue with one"
                            + " (completionChannel = true), or choose BACKOFF");
        }
    }

    void release(String loop, String cq) {
        Slot slot =
                require(loop).core().slots().stream()
                        .filter(candidate -> candidate.cq().equals(cq))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "loop " + loop + " has no queue " + cq));
        if (!ask(loop, core -> core.release(slot))) {
            throw new IllegalArgumentException(cq + " is not in quarantine");
        }
    }

    void resetFigures(String loop) {
        ManagedLoop present = require(loop);
        new Order(present, present.reset()).await();
    }

    private <T> T ask(String name, Function<LoopCore, T> question) {
        ManagedLoop loop = require(name);
        LoopCore core = loop.core();
        AtomicReference<@Nullable T> answer = new AtomicReference<>();
        new Order(loop, core.commands().post(() -> answer.set(question.apply(core)))).await();
        return Objects.requireNonNull(answer.get());
    }

    private ManagedLoop require(String name) {
        return loops.loop(name)
                .orElseThrow(() -> new IllegalArgumentException("there is no poll loop " + name));
    }
}

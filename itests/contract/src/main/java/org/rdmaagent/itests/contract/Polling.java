// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.concurrent.TimeUnit;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** A port that is polled by hand, with patience. */
final class Polling implements AutoCloseable {
    static final String HOLDER = "loop contract";

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final CompletionPort port;
    private final CompletionBatch batch;

    private Polling(CompletionPort port) {
        this.port = port;
        this.batch = port.batch();
    }

    static Polling of(Workbench bench, CqHandle cq) {
        return new Polling(bench.rig().completionPorts().open(queue(bench, cq), HOLDER));
    }

    /** The queue as the ports list it. */
    static PolledQueue queue(Workbench bench, CqHandle cq) {
        return bench.rig().completionPorts().queues().stream()
                .filter(one -> one.device().equals(cq.context().device()))
                .filter(one -> one.context().equals(cq.context().name()))
                .filter(one -> one.name().equals(cq.name()))
                .reduce((first, last) -> last)
                .orElseThrow(() -> Expect.wrong("the queue " + cq.name() + " is not listed"));
    }

    CompletionPort port() {
        return port;
    }

    CompletionBatch batch() {
        return batch;
    }

    /** Polls until there is something. */
    int await(int max) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            int found = port.poll(max);
            if (found != 0) {
                Expect.that(found > 0, "a poll answered " + found + ": " + port.damage());
                Expect.equal(found, batch.size(), "size of the batch");
                return found;
            }
            if (System.nanoTime() > end) {
                throw Expect.wrong("waited for a completion of " + port.queue());
            }
            Thread.onSpinWait();
        }
    }

    /** The next completion; the cursor is on it. */
    CompletionBatch one() {
        Expect.equal(1, await(1), "completions of a poll for one");
        Expect.that(batch.next(), "the batch has one");
        return batch;
    }

    /** The next completion, which succeeded; the cursor is on it. */
    CompletionBatch good(long wrId) {
        CompletionBatch one = one();
        Expect.equal(WorkCompletionStatus.SUCCESS, one.status(), "status of " + one.wrId());
        Expect.that(one.isSuccess(), "it is a success");
        Expect.equal(0, one.vendorError(), "error code of a success");
        Expect.equal(wrId, one.wrId(), "number of the request");
        return one;
    }

    /** Polls until the answer is this one. */
    void awaitAnswer(int answer) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        int last = port.poll(CompletionPort.LARGEST_BATCH);
        while (last != answer) {
            if (System.nanoTime() > end) {
                throw Expect.wrong("waited for the answer " + answer + ", the last was " + last);
            }
            Thread.onSpinWait();
            last = port.poll(CompletionPort.LARGEST_BATCH);
        }
    }

    /** Where the buffers of the rings are now. */
    void buffers(int posted, int held) {
        Expect.equal(posted, port.receivesPosted(), "buffers posted");
        Expect.equal(held, port.receivesHeld(), "buffers held");
    }

    @Override
    public void close() {
        port.close();
    }
}

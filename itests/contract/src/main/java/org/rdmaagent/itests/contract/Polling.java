// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.RdmaException;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;
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
        return new Polling(open(bench, queue(bench, cq), HOLDER));
    }

    /**
     * Of the receives of a queue pair, which has a ring. Where they have a queue of their own, the
     * rig's way has to be granted, so that no other one is taken for it.
     */
    static Polling of(Workbench bench, Endpoint end) {
        Polling polling = of(bench, end.receives());
        boolean direct = bench.rig().pollingWay() == PollingWay.DIRECT;
        Expect.that(
                !direct
                        || polling.isDirect()
                        || end.sends() == end.receives()
                        || !bench.offersDirect(),
                "receives are to be read directly, not: " + polling.port.kind());
        return polling;
    }

    static Polling of(Workbench bench, CqHandle cq, PollingWay way) {
        return new Polling(bench.rig().completionPorts().open(queue(bench, cq), HOLDER, way));
    }

    /** Opens a port the way of the rig. */
    static CompletionPort open(Workbench bench, PolledQueue queue, String holder) {
        CompletionPorts ports = bench.rig().completionPorts();
        PollingWay way = bench.rig().pollingWay();
        try {
            return ports.open(queue, holder, way);
        } catch (RdmaException e) {
            if (way == PollingWay.DIRECT && e.errno().name().equals("EOPNOTSUPP")) {
                return ports.open(queue, holder);
            }
            throw e;
        }
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

    /** After the port is closed: further completions are there for nobody. */
    static void nothingLeft(Workbench bench, CqHandle cq) {
        boolean direct;
        try (Polling rest = of(bench, cq)) {
            direct = rest.isDirect();
            Expect.equal(0, rest.port.poll(CompletionPort.LARGEST_BATCH), "what is left");
        }
        if (direct) {
            Expect.refused("EOPNOTSUPP", () -> cq.poll(1), "polling the handle");
        } else {
            Expect.equal(List.of(), cq.poll(1), "what the handle finds");
        }
    }

    /** Whether the library may not touch the queue any more. */
    boolean isDirect() {
        return port.kind().equals("direct");
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

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** A queue in memory whose completions are consecutive numbers from 0. */
final class ScriptedPort implements CompletionPort {
    private final PolledQueue queue;
    private final ScriptedBatch batch;
    private final AtomicLong produced = new AtomicLong();
    private long taken;

    /** What the next calls answer instead of completions, if negative. */
    volatile int answer;

    /** What the next poll throws. */
    volatile @Nullable Error error;

    int polls;
    int attends;
    int flushes;
    int statusesAsked;
    int lostAtFlush;
    volatile boolean closed;

    ScriptedPort(String name) {
        this(name, number -> false);
    }

    ScriptedPort(String name, LongPredicate fails) {
        queue = new PolledQueue("mlx4_0", "ctx", name, 1, 1024, 512, false);
        batch = new ScriptedBatch(fails);
    }

    /** So many more complete. */
    void complete(long more) {
        produced.addAndGet(more);
    }

    long produced() {
        return produced.get();
    }

    /** Those that nobody took off the queue. */
    long waiting() {
        return produced.get() - taken;
    }

    @Override
    public PolledQueue queue() {
        return queue;
    }

    @Override
    public String kind() {
        return "scripted";
    }

    @Override
    public CompletionBatch batch() {
        return batch;
    }

    @Override
    public int poll(int max) {
        Error thrown = error;
        if (thrown != null) {
            error = null;
            throw thrown;
        }
        if (closed) {
            throw new IllegalStateException("polled after its close");
        }
        if (batch.remaining() > 0) {
            throw new IllegalStateException("polled over the rest of a batch");
        }
        polls++;
        if (answer < 0) {
            return answer;
        }
        int count = (int) Math.min(max, produced.get() - taken);
        batch.fill(taken, count);
        taken += count;
        return count;
    }

    @Override
    public int failures() {
        return batch.failures();
    }

    @Override
    public WorkCompletionStatus statusOf(int index) {
        statusesAsked++;
        return batch.statusOf(index);
    }

    @Override
    public int attend() {
        attends++;
        return answer;
    }

    @Override
    public void flush() {
        flushes++;
        lostAtFlush += batch.remaining() + batch.held();
        batch.fill(0, 0);
    }

    @Override
    public void abandonCurrent() {
        batch.abandon();
    }

    @Override
    public int remaining() {
        return batch.remaining();
    }

    @Override
    public long staleCompletions() {
        return 3;
    }

    @Override
    public int receivesPosted() {
        return 5;
    }

    @Override
    public int receivesHeld() {
        return 2;
    }

    @Override
    public String damage() {
        return answer == DAMAGED ? "the queue overran" : "";
    }

    @Override
    public void close() {
        closed = true;
    }
}

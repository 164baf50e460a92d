// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import java.nio.ByteBuffer;
import java.util.function.LongPredicate;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.verbs.WorkCompletionOpcode;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** Completions that are nothing but consecutive numbers. */
final class ScriptedBatch extends CompletionBatch {
    private final boolean[] givenBack = new boolean[CompletionPort.LARGEST_BATCH];
    private final LongPredicate fails;
    private long first;
    private int size;
    private int cursor = -1;

    ScriptedBatch(LongPredicate fails) {
        this.fails = fails;
    }

    void fill(long from, int count) {
        first = from;
        size = count;
        cursor = -1;
        for (int i = 0; i < count; i++) {
            givenBack[i] = false;
        }
    }

    int remaining() {
        return Math.max(0, size - cursor - 1);
    }

    void abandon() {
        if (cursor >= 0 && cursor < size) {
            givenBack[cursor] = true;
        }
    }

    int failures() {
        int failures = 0;
        for (int i = 0; i < size; i++) {
            failures += fails.test(first + i) ? 1 : 0;
        }
        return failures;
    }

    WorkCompletionStatus statusOf(int index) {
        return fails.test(first + index)
                ? WorkCompletionStatus.WR_FLUSH_ERR
                : WorkCompletionStatus.SUCCESS;
    }

    /** How many were not given back, of those that were asked for. */
    int held() {
        int held = 0;
        for (int i = 0; i <= Math.min(cursor, size - 1); i++) {
            held += givenBack[i] ? 0 : 1;
        }
        return held;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean next() {
        if (cursor + 1 >= size) {
            return false;
        }
        cursor++;
        return true;
    }

    @Override
    public long wrId() {
        return first + cursor;
    }

    @Override
    public WorkCompletionStatus status() {
        return isSuccess() ? WorkCompletionStatus.SUCCESS : WorkCompletionStatus.WR_FLUSH_ERR;
    }

    @Override
    public boolean isSuccess() {
        return !fails.test(wrId());
    }

    @Override
    public int vendorError() {
        return 0;
    }

    @Override
    public int qpNum() {
        return 7;
    }

    @Override
    public WorkCompletionOpcode opcode() {
        return WorkCompletionOpcode.RECV;
    }

    @Override
    public int byteLen() {
        return 0;
    }

    @Override
    public int flags() {
        return 0;
    }

    @Override
    public int immediate() {
        return 0;
    }

    @Override
    public int srcQp() {
        return 0;
    }

    @Override
    public int slid() {
        return 0;
    }

    @Override
    public boolean hasPayload() {
        return false;
    }

    @Override
    public ByteBuffer payload() {
        throw new IllegalStateException("there is none");
    }

    @Override
    public boolean hasBuffer() {
        return !givenBack[cursor];
    }

    @Override
    public void repost() {
        if (givenBack[cursor]) {
            throw new IllegalStateException("it was given back before");
        }
        givenBack[cursor] = true;
    }

    @Override
    public boolean reply(int bytes) {
        return false;
    }
}

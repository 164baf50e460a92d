// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.verbs.CompletionDetails;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.WorkCompletionFlag;
import org.rdmaagent.verbs.WorkCompletionOpcode;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** What a poll found. Filled with the world's lock held; read by the polling thread without it. */
final class SimulatedBatch extends CompletionBatch {
    private static final WorkCompletionFlag[] FLAGS = WorkCompletionFlag.values();

    private final VerbsWorld world;
    private final @Nullable QueueEntry[] entries =
            new @Nullable QueueEntry[CompletionPort.LARGEST_BATCH];
    private final boolean[] decided = new boolean[CompletionPort.LARGEST_BATCH];
    private int size;
    private int failures;
    private int cursor = -1;

    SimulatedBatch(VerbsWorld world) {
        this.world = world;
    }

    /** Forgets everything; the lock is held. */
    void clear() {
        Arrays.fill(entries, 0, size, null);
        size = 0;
        failures = 0;
        cursor = -1;
    }

    /** One more; the lock is held. */
    void add(QueueEntry entry) {
        entries[size] = entry;
        decided[size] = false;
        size++;
        failures += entry.completion().succeeded() ? 0 : 1;
    }

    /** How many are failures. */
    int failures() {
        return failures;
    }

    /** How one of them ended, wherever the cursor is. */
    WorkCompletionStatus statusOf(int index) {
        return at(index).completion().status();
    }

    /** Gives back the buffers of those that nobody asked for; the lock is held. */
    void giveBackSkipped() {
        for (int index = cursor + 1; index < size; index++) {
            giveBack(index);
        }
    }

    /** Gives back the buffer of the current one, if nobody decided about it; the lock is held. */
    void abandonCurrent() {
        if (cursor >= 0 && cursor < size) {
            giveBack(cursor);
        }
    }

    private void giveBack(int index) {
        QueueEntry entry = entries[index];
        if (entry != null && entry.ring() != null && !decided[index]) {
            decided[index] = true;
            entry.ring().giveBack(entry.buffer());
        }
    }

    /** Posts what was given back; the lock is held. */
    void post() {
        for (int index = 0; index < size; index++) {
            QueueEntry entry = entries[index];
            if (entry != null && entry.ring() != null) {
                entry.ring().post();
            }
        }
    }

    /** Whether a buffer of a region, or of a shared receive queue, is in it; the lock is held. */
    boolean uses(SimulatedObject object) {
        for (int index = 0; index < size; index++) {
            QueueEntry entry = entries[index];
            BufferRing ring = entry == null ? null : entry.ring();
            if (ring != null && (ring.region() == object || ring.owner() == object)) {
                return true;
            }
        }
        return false;
    }

    int remaining() {
        return Math.max(0, size - 1 - cursor);
    }

    private QueueEntry current() {
        return at(cursor);
    }

    private QueueEntry at(int index) {
        QueueEntry entry = index >= 0 && index < size ? entries[index] : null;
        if (entry == null) {
            throw new IllegalStateException("there is no completion here: ask next() first");
        }
        return entry;
    }

    private CompletionDetails details() {
        return current()
                .completion()
                .details()
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "of a completion that failed only wrId, status,"
                                                + " vendorError and qpNum exist: "
                                                + current().completion()));
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean next() {
        if (cursor < size) {
            cursor++;
        }
        return cursor < size;
    }

    @Override
    public long wrId() {
        return current().completion().wrId();
    }

    @Override
    public WorkCompletionStatus status() {
        return current().completion().status();
    }

    @Override
    public boolean isSuccess() {
        return current().completion().succeeded();
    }

    @Override
    public int vendorError() {
        return current().completion().vendorErr();
    }

    @Override
    public int qpNum() {
        return current().completion().qpNum().value();
    }

    @Override
    public WorkCompletionOpcode opcode() {
        return details().opcode();
    }

    @Override
    public int byteLen() {
        return (int) details().byteLen();
    }

    @Override
    public int flags() {
        CompletionDetails details = details();
        int mask = 0;
        for (WorkCompletionFlag flag : FLAGS) {
            mask |= details.flags().contains(flag) ? flag.code() : 0;
        }
        return mask;
    }

    @Override
    public int immediate() {
        return details().immediate();
    }

    @Override
    public int srcQp() {
        return details().srcQp().value();
    }

    @Override
    public int slid() {
        return details().slid();
    }

    /** The bytes of a write that only used a receive up are elsewhere. */
    @Override
    public boolean hasPayload() {
        QueueEntry entry = current();
        return entry.ring() != null
                && !entry.ring().isGone()
                && entry.completion().succeeded()
                && opcode() == WorkCompletionOpcode.RECV;
    }

    /** The ring of the current completion, whose buffer nobody has decided about. */
    private BufferRing undecided(String what) {
        BufferRing ring = current().ring();
        if (ring == null || decided[cursor]) {
            throw new IllegalStateException(
                    ring == null
                            ? what + " is for buffers of a receive ring"
                            : what + " comes too late: the buffer was given back or sent");
        }
        return ring;
    }

    private static QpType type(QueueEntry entry) {
        return ((QpCore) entry.by()).type();
    }

    @Override
    public ByteBuffer payload() {
        QueueEntry entry = current();
        BufferRing ring = entry.ring();
        if (ring == null || !hasPayload()) {
            throw new IllegalStateException("nothing was received into a buffer of a ring");
        }
        return ring.view(entry.buffer(), BufferRing.head(type(entry)), byteLen());
    }

    @Override
    public boolean hasBuffer() {
        return current().ring() != null && !decided[cursor];
    }

    @Override
    public void repost() {
        BufferRing ring = undecided("repost");
        decided[cursor] = true;
        int index = current().buffer();
        Boolean unused =
                world.locked(
                        () -> {
                            ring.giveBack(index);
                            return true;
                        });
    }

    @Override
    public boolean reply(int bytes) {
        BufferRing ring = undecided("reply");
        QueueEntry entry = current();
        if (!hasPayload()) {
            throw new IllegalStateException("there is no message to reply to");
        }
        int room = ring.told().bytesEach() - BufferRing.head(type(entry));
        if (bytes < 0 || bytes > room) {
            throw new IllegalArgumentException("a reply has 0 to " + room + " bytes, not " + bytes);
        }
        boolean sent = world.locked(() -> Replies.send(entry, ring, bytes));
        decided[cursor] = sent;
        return sent;
    }
}

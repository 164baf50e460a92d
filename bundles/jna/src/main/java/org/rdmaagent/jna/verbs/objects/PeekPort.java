// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import org.rdmaagent.jna.verbs.completion.NextEntry;
import org.rdmaagent.jna.verbs.completion.PolledBatch;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.mlx4.CqLayout;

/**
 * Reads the owner bit of the next entry, and calls the driver's function only if there is one: an
 * empty poll is a load from memory. The function looks again, so what was read is a hint only.
 *
 * <p>As the layout of the queue was asked for, the library leaves the entries of destroyed queue
 * pairs in it and answers each with a negative number, which hides what it took off before. How
 * many those are is how far its consumer index went.
 */
final class PeekPort extends LibraryPort {
    private static final String PREFIX = "peek+";

    private final long entries;
    private final String kind;
    private final MemoryAccess memory;
    private NextEntry next;

    /** What {@link #next} says, at hand: an empty poll has little else to read. */
    private long owner;

    private int round;

    /** Whether the last poll found nothing, so that nothing is to be posted or given back. */
    private boolean quiet;

    /**
     * Whether the queue can be read and no queue pair has a ring: then there is nothing to do but
     * to read, ever.
     */
    private boolean bare;

    /**
     * The queue is held.
     *
     * @param calledWith what the calls are made with
     */
    PeekPort(
            NativeCq cq,
            PolledQueue queue,
            String holder,
            String calledWith,
            DriverCalls calls,
            MemoryAccess memory,
            CqLayout layout) {
        super(cq, queue, holder, calls, new PolledBatch(LARGEST_BATCH, calls, memory, false));
        this.kind = PREFIX + calledWith;
        this.memory = memory;
        this.entries = batch.address();
        this.next = new NextEntry(layout, memory);
        look();
    }

    @Override
    public String kind() {
        return kind;
    }

    /**
     * All of the common ways in one method: where most polls find nothing, the compiler would leave
     * a method that takes something out of its callers.
     */
    @Override
    public int poll(int max) {
        requireBatch(max);
        if (lettingGo.isAsked()) {
            return pollAny(max); // the queue may be closed, or elsewhere
        }
        boolean absent = isAbsent();
        if (absent && quiet) {
            return 0;
        }
        if (absent || !bare) {
            return pollAny(max);
        }
        quiet = false;
        int found = calls.pollCq(address, max, entries);
        int taken = advance();
        // Whoever asks may bring a ring, whose first message this may be.
        if (found > 0 && !lettingGo.isAsked()) {
            batch.foundBare(found);
            return found;
        }
        return sort(found, taken, max);
    }

    /** Whether the device has not written the next entry yet. */
    private boolean isAbsent() {
        return (memory.getIntAcquire(owner) ^ round) < 0;
    }

    private int advance() {
        int taken = next.advance();
        look();
        return taken;
    }

    private void look() {
        owner = next.owner();
        round = next.round();
    }

    private int pollAny(int max) {
        flush();
        int verdict = beginPoll();
        if (verdict == 0 && !isAbsent()) {
            quiet = false;
            int found = calls.pollCq(address, max, entries);
            return sort(found, advance(), max);
        }
        batch.clear();
        quiet = verdict == 0 && isSound();
        int answer = verdict == 0 ? emptyOrDead() : verdict;
        bare &= answer == 0; // else the next poll is to be told the same
        return answer;
    }

    /** Goes on behind what belongs to queue pairs that are gone, so that 0 means empty. */
    private int sort(int first, int firstTaken, int max) {
        int found = first;
        int taken = firstTaken;
        for (int tries = 0; tries < PATIENCE; tries++) {
            if (found < 0) {
                found = Math.max(0, taken - 1);
                countStale(1);
            }
            if (lettingGo.isAsked()) {
                letGo();
            }
            int known = found == 0 ? 0 : batch.found(found, members.pairs());
            if (known < found) {
                countStale(found - known);
            }
            if (known > 0) {
                members.countTaken();
                return known;
            }
            batch.clear();
            if (isAbsent()) {
                int answer = emptyOrDead();
                bare &= answer == 0;
                return answer;
            }
            found = calls.pollCq(address, max, entries);
            taken = advance();
        }
        return 0;
    }

    @Override
    void regroup() {
        super.regroup();
        bare = members.areBare() && verdict() == 0;
        quiet = false;
    }

    /** The queue was resized while this port was halted. */
    void moved(CqLayout layout) {
        next = new NextEntry(layout, memory);
        look();
    }
}

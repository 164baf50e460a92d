// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import org.rdmaagent.jna.verbs.completion.PolledBatch;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.spi.completion.PolledQueue;

/** Polls a completion queue by calling the driver's own function each time. */
final class CallPort extends LibraryPort {
    private final String kind;
    private long hopeless;

    /**
     * The queue is held.
     *
     * @param kind what the calls are made with
     * @param memory how completions are read
     */
    CallPort(
            NativeCq cq,
            PolledQueue queue,
            String holder,
            String kind,
            DriverCalls calls,
            MemoryAccess memory) {
        super(cq, queue, holder, calls, new PolledBatch(LARGEST_BATCH, calls, memory, true));
        this.kind = kind;
    }

    @Override
    public String kind() {
        return kind;
    }

    @Override
    public int poll(int max) {
        requireBatch(max);
        flush();
        int verdict = beginPoll();
        batch.clear();
        return verdict == 0 ? take(max) : verdict;
    }

    /** Goes on behind what belongs to queue pairs that are gone, so that 0 means empty. */
    private int take(int max) {
        for (int tries = 0; tries < PATIENCE; tries++) {
            int found = calls.pollCq(address, max, batch.address());
            if (found <= 0) {
                found = found == 0 ? emptyOrDead() : afterStale(max);
            }
            if (found <= 0) {
                return found;
            }
            if (lettingGo.isAsked()) {
                letGo(); // a pair or a ring may be new, and its first message here
            }
            hopeless = 0;
            int known = batch.found(found, members.pairs());
            if (known < found) {
                countStale(found - known);
            }
            if (known > 0) {
                members.countTaken();
                return known;
            }
            batch.clear();
        }
        return 0;
    }

    /**
     * The library came upon an entry of a queue pair that it does not know. It has taken it off,
     * and hides with its answer what it found before.
     */
    private int afterStale(int max) {
        for (int tries = 0; tries < PATIENCE; tries++) {
            countStale(1);
            hopeless++;
            int filled = batch.filled(max);
            if (filled > 0) {
                return filled;
            }
            int found = calls.pollCq(address, max, batch.address());
            if (found > 0) {
                return found;
            }
            if (found == 0) {
                return emptyOrDead();
            }
        }
        return hopeless > Math.max(cq().entries(), PATIENCE)
                ? damaged("it holds entries that the library cannot make sense of")
                : 0;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.spi.verbs.Posted;
import org.rdmaagent.verbs.ReceiveRequest;

/**
 * Receive requests in order. A place is taken from posting until the completion is polled. The
 * world's lock is held.
 */
final class ReceiveQueue {
    private final HcaProfile profile;
    private final int maxSge;
    private int maxWr;
    private final ArrayDeque<ReceiveRequest> waiting = new ArrayDeque<>();
    private int taken;
    private @Nullable BufferRing ring;

    ReceiveQueue(HcaProfile profile, int maxWr, int maxSge) {
        this.profile = profile;
        this.maxWr = maxWr;
        this.maxSge = maxSge;
    }

    /** Posts what fits. */
    Posted post(List<ReceiveRequest> requests) {
        int count = 0;
        for (ReceiveRequest request : requests) {
            if (taken >= profile.ring(maxWr)) {
                return new Posted(count, Errno.of(Refusal.ENOMEM));
            }
            if (request.segments().size() > maxSge) {
                return new Posted(count, Errno.of(profile.tooLarge));
            }
            waiting.add(request);
            taken++;
            count++;
        }
        return Posted.all(count);
    }

    /** The next one; null if there is none. */
    @Nullable ReceiveRequest peek() {
        return waiting.peek();
    }

    /** Takes the next one, which is there. */
    void take() {
        waiting.remove();
    }

    /** Whether nothing is posted or waits to be polled. */
    boolean isEmpty() {
        return taken == 0;
    }

    /** The receives that are posted again and again, if there are such. */
    Optional<BufferRing> ring() {
        return Optional.ofNullable(ring);
    }

    void ring(BufferRing made) {
        ring = made;
    }

    /** The ring if a request is of it, else null. */
    @Nullable BufferRing ringOf(ReceiveRequest request) {
        return ring != null && ring.owns(request) ? ring : null;
    }

    /** How many wait for a message. */
    int size() {
        return waiting.size();
    }

    int maxWr() {
        return maxWr;
    }

    void maxWr(int wanted) {
        maxWr = wanted;
    }

    /** A completion was polled, or will never be. */
    void free() {
        taken--;
    }

    /** Takes all that wait. */
    List<ReceiveRequest> drain() {
        List<ReceiveRequest> all = new ArrayList<>(waiting);
        waiting.clear();
        return all;
    }

    /** Forgets everything. */
    void reset() {
        waiting.clear();
        taken = 0;
        if (ring != null) {
            ring.loseAllPosted();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.ReceiveRing;

/** Makes receive rings. The world's lock is held. */
final class RingMaker {
    private RingMaker() {}

    /** How many buffers a region gives. */
    static int buffers(SimulatedMr region, int bytesEach, int most) {
        if (bytesEach < 1 || bytesEach > region.length()) {
            throw new IllegalArgumentException(
                    "a buffer of the ring has 1 byte to the "
                            + region.length()
                            + " of the region "
                            + region.name()
                            + ", not "
                            + bytesEach);
        }
        return (int) Math.min(region.length() / bytesEach, most);
    }

    /**
     * Makes the ring of a queue and posts it.
     *
     * @param pd whose the region has to be
     */
    static ReceiveRing make(
            String call, @Nullable SimulatedPd pd, ReceiveQueue queue, BufferRing ring) {
        SimulatedObject owner = ring.owner();
        SimulatedMr region = ring.region();
        region.requireUsable(call);
        if (queue.ring().isPresent()) {
            throw Refusal.invalid(
                    call, owner.name(), "it has a receive ring: " + queue.ring().get().told());
        }
        if (region.pd() != pd) {
            throw Refusal.invalid(
                    call,
                    owner.name(),
                    "take a region of its own protection domain, not " + region.name());
        }
        if (!region.access().contains(AccessFlag.LOCAL_WRITE)) {
            throw Refusal.invalid(
                    call, owner.name(), "register " + region.name() + " with LOCAL_WRITE");
        }
        if (!queue.isEmpty()) {
            throw Refusal.of(
                    call,
                    Refusal.ENOMEM,
                    owner.name(),
                    "other receives are posted, or not polled yet: make the ring first");
        }
        region.usedBy(owner);
        queue.ring(ring);
        ring.fill();
        return ring.told();
    }

    /** The owner is gone. */
    static void end(Optional<BufferRing> ring) {
        ring.ifPresent(
                one -> {
                    one.end();
                    one.region().freedBy(one.owner());
                });
    }
}

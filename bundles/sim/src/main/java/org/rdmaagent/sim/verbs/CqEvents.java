// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.verbs.CqModeration;

/** When a completion queue tells its channel, if it has one. The world's lock is held. */
final class CqEvents {
    /** What makes the next event. */
    private enum Arm {
        NOTHING,
        SOLICITED,
        ANY
    }

    private final SimulatedCq queue;
    private final VerbsWorld world;
    private final @Nullable SimulatedChannel channel;
    private Arm arm = Arm.NOTHING;
    private CqModeration moderation = new CqModeration(0, 0);
    private int heldBack;
    private long deadline = VerbsWorld.NEVER;
    private int unacknowledged;

    CqEvents(SimulatedCq queue, VerbsWorld world, @Nullable SimulatedChannel channel) {
        this.queue = queue;
        this.world = world;
        this.channel = channel;
    }

    /** The next completion makes an event; who wants any does not get fewer. */
    void arm(boolean solicitedOnly) {
        if (arm != Arm.ANY) {
            arm = solicitedOnly ? Arm.SOLICITED : Arm.ANY;
        }
    }

    void moderate(CqModeration wanted) {
        moderation = wanted;
    }

    /**
     * Something came.
     *
     * @param urgent it was solicited, or it failed
     */
    void completed(boolean urgent) {
        if (arm == Arm.NOTHING || (arm == Arm.SOLICITED && !urgent)) {
            return;
        }
        heldBack++;
        if (moderation.count() <= 1 || heldBack >= moderation.count()) {
            tell();
        } else if (deadline == VerbsWorld.NEVER && moderation.periodMicros() > 0) {
            deadline = world.now() + TimeUnit.MICROSECONDS.toNanos(moderation.periodMicros());
            world.moderate(this, true);
        }
    }

    private void tell() {
        arm = Arm.NOTHING;
        heldBack = 0;
        deadline = VerbsWorld.NEVER;
        world.moderate(this, false);
        if (channel != null) {
            channel.tell(queue);
        }
    }

    /** When an event that is held back is due. */
    long deadline() {
        return deadline;
    }

    void expire(long now) {
        if (now >= deadline) {
            tell();
        }
    }

    /** An event was handed out. */
    void delivered() {
        unacknowledged++;
    }

    void acknowledge(int events) {
        if (events < 0 || events > unacknowledged) {
            throw new IllegalArgumentException(
                    unacknowledged
                            + " events of "
                            + queue.name()
                            + " are not acknowledged, not "
                            + events);
        }
        unacknowledged -= events;
    }

    /** Takes and acknowledges what the channel was told; whether there was something. */
    boolean drain() {
        return channel != null && channel.drain();
    }

    /** The queue is closed. */
    void end() {
        world.moderate(this, false);
        if (channel != null) {
            channel.forget(queue);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.pair.NotYetException;

/**
 * How a membership is left: the queue pair is detached, then the group is left, then what is queued
 * is delivered, and only then the pair is closed. The conductor's thread.
 */
final class Departure {
    private final Ground ground;
    private final String name;
    private final StatusBoard board;
    private final GroupId id;
    private final Hold hold;
    private long sinceNanos;
    private @Nullable Drain drain;

    Departure(Ground ground, String name, StatusBoard board, GroupId id, Hold hold) {
        this.ground = ground;
        this.name = name;
        this.board = board;
        this.id = id;
        this.hold = hold;
    }

    /** It is to be left. */
    void begin() {
        resume();
        board.to(MembershipState.LEAVING, "", Errno.NONE, name + " is to be left");
    }

    /** An earlier user of the lease was to leave it. */
    void resume() {
        sinceNanos = ground.now();
    }

    /**
     * Detaches and leaves.
     *
     * @param other another member by the same queue pair
     * @throws NotYetException if the verbs are away, but not for ever
     */
    void depart(Supplier<@Nullable MembershipCore> other) {
        try {
            hold.detach();
        } catch (NotYetException e) {
            if (ground.now() - sinceNanos < Pace.DETACH_NANOS) {
                throw e;
            }
        }
        drain = hold.beginDrain();
        hold.restoreQkey(other);
        id.leave();
    }

    /** It is no member any more, whatever became of the rest. */
    void finish() {
        sinceNanos = ground.now();
        id.close();
        board.noMember();
        board.to(MembershipState.LEFT, "", Errno.NONE, name + " was left");
    }

    /** Whether nothing is queued any more; counts what came late. */
    boolean isDrained() {
        Drain present = drain;
        if (present == null) {
            return true;
        }
        boolean over = present.look(ground.now());
        board.late(present.late());
        if (over) {
            forget();
        }
        return over;
    }

    /** Nobody waits for what is queued. */
    void forget() {
        Drain present = drain;
        drain = null;
        if (present != null) {
            present.end();
        }
    }

    /** Whether it need not be shown any more. */
    boolean isLongAgo(long now) {
        return now - sinceNanos >= Pace.SHOWN_NANOS;
    }
}

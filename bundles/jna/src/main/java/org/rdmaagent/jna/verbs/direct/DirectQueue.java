// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.direct;

import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.spi.mlx4.CqLayout;

/**
 * A completion queue that Java consumes: where it lies and how far it was read. It belongs to the
 * provider's registry and outlives the ports that read it, one after the other.
 */
public final class DirectQueue {
    /** The consumer index has 24 bits. */
    private static final int INDEX = 0xff_ffff;

    /** MLX4_CQ_DB_REQ_NOT of mlx4dv.h: one event at the next completion. */
    private static final int REQUEST_NOTIFY = 2 << 24;

    /** MLX4_CQ_DOORBELL of mlx4dv.h: where arming rings, from the begin of the page. */
    private static final int DOORBELL = 0x20;

    private static final int SEQUENCE_SHIFT = 28;
    private static final int SEQUENCE = 3;

    private final CqLayout layout;
    private final int eventsBefore;
    private volatile boolean returned;
    private volatile @Nullable Runnable bell;

    /** The next entry; the port's thread, or who halts it. */
    private int index;

    /**
     * As the library left it; nobody else consumes it from now on.
     *
     * @param events how many events of it were taken so far
     */
    public DirectQueue(CqLayout layout, int events) {
        this.layout = layout;
        this.eventsBefore = events;
        this.index =
                Integer.reverseBytes(new Pointer(layout.consumerIndexRecord()).getInt(0)) & INDEX;
    }

    CqLayout layout() {
        return layout;
    }

    /** The next entry; its lower 24 bits are the consumer index. */
    public int index() {
        return index;
    }

    void index(int next) {
        index = next;
    }

    /** The entries before one are the device's again: what its record says then. */
    static int consumed(int next) {
        return Integer.reverseBytes(next & INDEX);
    }

    /** Whom to tell that a buffer was given back: who reads it now. */
    void bell(Runnable reader) {
        bell = reader;
    }

    /** Another port gave back a buffer of one of the receive queues. */
    void returned() {
        returned = true;
        Runnable reader = bell;
        if (reader != null) {
            reader.run();
        }
    }

    /** Whether one did since {@link #collecting}. */
    boolean hasReturned() {
        return returned;
    }

    /** They are collected now. */
    void collecting() {
        returned = false;
    }

    /** Whether the library tells where to ring for an event. */
    public boolean canArm() {
        return layout.doorbellPage() != 0;
    }

    /**
     * Asks for one event at the next completion, as {@code ibv_req_notify_cq(3)} does.
     *
     * @param events how many events of it were taken so far
     */
    void arm(MemoryAccess memory, int events) {
        int sequence = (layout.armSequence() + events - eventsBefore) & SEQUENCE;
        int command = sequence << SEQUENCE_SHIFT | REQUEST_NOTIFY;
        int consumed = index & INDEX;
        memory.putIntRelease(layout.armRecord(), Integer.reverseBytes(command | consumed));
        memory.fullFence();
        long doorbell = (long) (command | layout.cqn()) << Integer.SIZE | consumed;
        memory.putLong(layout.doorbellPage() + DOORBELL, Long.reverseBytes(doorbell));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.mlx4.AllocatorStatistics;
import org.rdmaagent.mlx4.Mlx4Allocators;
import org.rdmaagent.spi.mlx4.AllocatorPlan;

/**
 * Who gives the memory of the queues on a context. What an allocator gave goes back to it, whoever
 * gives by then. The world's lock is held, also while a user's allocator is called.
 */
public final class ContextMemory {
    private static final int ENOMEM = 12;

    private final OrdinaryPages fallback;
    private final AllocatorRecords records = new AllocatorRecords();
    private final UsedMemory used = new UsedMemory();
    private final DoorbellPages doorbells = new DoorbellPages();
    private AllocatorPlan plan;
    private @Nullable BufferSource source;
    private boolean touched;

    ContextMemory(AddressSpace addresses, AllocatorPlan system) {
        this.fallback = new OrdinaryPages(addresses);
        this.plan = system;
    }

    /** Whether memory is given by others than the library itself. */
    static boolean isRouted(AllocatorPlan plan) {
        return !plan.name().equals(Mlx4Allocators.SYSTEM);
    }

    /** Whether a plan could come into force now. */
    boolean canTake(AllocatorPlan wanted) {
        return !touched || isRouted(wanted) == isRouted(plan);
    }

    /**
     * Who gives from now on.
     *
     * @param giver null for the library itself
     */
    void use(AllocatorPlan wanted, @Nullable BufferSource giver) {
        plan = wanted;
        source = giver;
    }

    AllocatorPlan inForce() {
        return plan;
    }

    /** Something was made on the context. */
    public void touch() {
        touched = true;
    }

    AllocatorStatistics statistics() {
        return records.shown();
    }

    String detail() {
        return source == null
                ? "simulated: the library's own pages, of which nothing is told"
                : source.detail();
    }

    /** Takes what an object needs; ENOMEM if one piece of it is not there, and none is taken. */
    public ObjectMemory take(String call, String subject, Need need) {
        BufferSource giver = source;
        if (giver == null) {
            return ObjectMemory.NONE;
        }
        Runnable queues =
                need.bytes() == 0
                        ? ContextMemory::nothing
                        : piece(giver, call, subject, need.purpose(), need.bytes());
        boolean taken = false;
        try {
            Runnable record = record(giver, call, subject, need.doorbell());
            taken = true;
            return new ObjectMemory(queues, record);
        } finally {
            if (!taken) {
                queues.run();
            }
        }
    }

    private static void nothing() {
        // There is nothing to give back.
    }

    private Runnable record(BufferSource giver, String call, String subject, Doorbell kind) {
        return kind == Doorbell.NONE
                ? ContextMemory::nothing
                : doorbells.take(
                        kind, () -> piece(giver, call, subject, Purpose.DOORBELL, Pages.BYTES));
    }

    private Runnable piece(
            BufferSource giver, String call, String subject, Purpose purpose, long bytes) {
        String allocator = plan.name();
        Piece piece = ask(giver, call, subject, bytes);
        records.given(purpose, bytes);
        return () -> {
            used.remove(piece.address());
            try {
                piece.back().run();
                records.takenBack(purpose, bytes);
            } catch (Throwable e) {
                // It is somebody else's code, and the library goes on.
                records.lost(
                        purpose,
                        bytes,
                        "the allocator "
                                + allocator
                                + " did not take "
                                + bytes
                                + " bytes back: it threw "
                                + e);
            }
        };
    }

    /**
     * What lies in memory that is in use would be written over: it is not taken, nor given back.
     */
    private Piece taken(Piece piece, long bytes) throws NoMemory {
        if (!used.add(piece.address(), bytes)) {
            throw new NoMemory(
                    "it gave 0x" + Long.toHexString(piece.address()) + ", which is in use");
        }
        return piece;
    }

    private Piece ask(BufferSource giver, String call, String subject, long bytes) {
        long whole = Pages.round(bytes, Pages.BYTES);
        try {
            return taken(giver.take(whole), whole);
        } catch (NoMemory e) {
            String trouble =
                    "the allocator " + plan.name() + " has no " + whole + " bytes: " + e.why();
            if (plan.fallback()) {
                records.fellBack(trouble);
                Piece piece = fallback.take(whole);
                used.add(piece.address(), whole);
                return piece;
            }
            records.failed(trouble);
            throw new RdmaException(
                    call,
                    Errno.of(ENOMEM),
                    subject,
                    trouble + "; or choose another allocator, or allow its fallback");
        }
    }
}

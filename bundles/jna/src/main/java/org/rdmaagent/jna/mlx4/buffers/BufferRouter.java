// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import com.sun.jna.Native;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.mlx4.buffers.BufferLedger.Buffer;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.mlx4.AllocatorStatistics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the library's two callbacks reach for one context. A request goes to the allocator that is
 * chosen now; a buffer goes back to who gave it, found by its address.
 *
 * <p>Assumes any number of threads, inside of the library and with its locks held. Guarantees that
 * nothing is thrown into C, and that no allocator is closed while it is asked or has something in
 * use.
 */
public final class BufferRouter {
    private static final Logger LOG = LoggerFactory.getLogger(BufferRouter.class);

    private final String subject;
    private final BufferLedger ledger = new BufferLedger();
    private final BufferSource ordinary = new OrdinaryPages();
    private final Map<Thread, Making> makings = new ConcurrentHashMap<>();
    private final IdentityHashMap<BufferSource, Integer> inUse = new IdentityHashMap<>();
    private BufferSource chosen = ordinary;
    private boolean fallback;

    /**
     * With nothing in use; until another one is chosen, requests get ordinary pages.
     *
     * @param subject the context, as messages name it
     */
    public BufferRouter(String subject) {
        this.subject = subject;
    }

    /** The allocator that new requests go to. */
    public synchronized BufferSource chosen() {
        return chosen;
    }

    /**
     * From now on new requests go to another one, which is closed here.
     *
     * @param nextFallback whether ordinary pages are given where it has nothing
     */
    public void choose(BufferSource next, boolean nextFallback) {
        BufferSource before;
        synchronized (this) {
            before = chosen;
            chosen = next;
            fallback = nextFallback;
            if (inUse.containsKey(before)) {
                return; // closed with the last of its buffers
            }
        }
        before.close();
    }

    /**
     * Does something that the library may need buffers for, in this thread.
     *
     * @param purpose as {@link org.rdmaagent.mlx4.BufferUse#purpose} has it
     * @throws RdmaException ENOMEM, and why, in place of what is thrown because a buffer was
     *     refused: the library leaves no errno then
     */
    public <T> T making(String purpose, Supplier<T> call) {
        Thread thread = Thread.currentThread();
        Making making = new Making(purpose);
        makings.put(thread, making);
        try {
            return call.get();
        } catch (RdmaException e) {
            if (making.refusal().isEmpty()) {
                throw e;
            }
            throw VerbsFailure.of(
                    e.call(),
                    VerbsFailure.ENOMEM,
                    e.subject(),
                    making.refusal() + "; or choose another allocator, or allow its fallback");
        } finally {
            makings.remove(thread);
        }
    }

    /**
     * Gives a buffer to the library.
     *
     * @return its address; 0 with errno if there is none
     */
    public long allocate(long bytes) {
        Making making = makings.getOrDefault(Thread.currentThread(), new Making(Purposes.OTHER));
        String reason;
        try {
            return give(making.next(bytes), bytes);
        } catch (NoBufferException e) {
            reason = e.reason();
        } catch (Throwable e) { // nothing may be thrown into C
            reason = "of a failure in the agent: " + e;
        }
        String trouble =
                "allocator '" + chosen().name() + "' gave no " + pages(bytes) + " bytes: " + reason;
        ledger.failed(trouble);
        making.refused(trouble);
        Native.setLastError(VerbsFailure.ENOMEM);
        return 0;
    }

    private long give(String purpose, long asked) throws NoBufferException {
        long bytes = pages(asked);
        BufferSource source;
        boolean replaceable;
        synchronized (this) {
            source = chosen;
            replaceable = fallback;
            inUse.merge(source, 1, Integer::sum);
        }
        try {
            return give(source, purpose, asked, bytes);
        } catch (NoBufferException e) {
            if (!replaceable) {
                throw e;
            }
            ledger.fellBack(
                    "ordinary pages instead of "
                            + bytes
                            + " bytes of '"
                            + source.name()
                            + "': "
                            + e.reason());
        }
        return give(ordinary, purpose, asked, bytes);
    }

    private long give(BufferSource source, String purpose, long asked, long bytes)
            throws NoBufferException {
        boolean given = false;
        try {
            Lot lot = source.take(bytes);
            if (ledger.holds(lot.address(), bytes)) {
                throw new NoBufferException(twice(source));
            }
            source.check(lot, bytes);
            given = ledger.add(new Buffer(source, lot, purpose, asked, bytes));
            if (!given) {
                throw new NoBufferException(twice(source));
            }
            return lot.address();
        } finally {
            if (!given) {
                release(source);
            }
        }
    }

    private static long pages(long bytes) {
        return HostMemory.rounded(Math.max(1, bytes), HostMemory.pageBytes());
    }

    private static String twice(BufferSource source) {
        return "'" + source.name() + "' gave memory that is in use";
    }

    /** Takes a buffer of the library's back; 0 is none. */
    public void free(long address) {
        if (address == 0) {
            return;
        }
        try {
            ledger.remove(address)
                    .ifPresentOrElse(
                            this::takeBack,
                            () ->
                                    LOG.error(
                                            "{}: the library gives back memory that it was not"
                                                    + " given here, at {}; it stays",
                                            subject,
                                            Long.toHexString(address)));
        } catch (Throwable e) { // nothing may be thrown into C
            LOG.error("{}: taking back memory failed: {}", subject, e.toString());
        }
    }

    private void takeBack(Buffer buffer) {
        try {
            buffer.lot().giver().takeBack(buffer.lot().address(), buffer.bytes());
            ledger.freed();
        } catch (Throwable e) { // nothing may be thrown into C
            String trouble =
                    "allocator '"
                            + buffer.source().name()
                            + "' did not take "
                            + buffer.bytes()
                            + " bytes back: "
                            + e;
            ledger.lost(buffer, trouble);
            LOG.warn("{}: {}", subject, trouble);
        }
        release(buffer.source());
    }

    private void release(BufferSource source) {
        synchronized (this) {
            Integer left = inUse.computeIfPresent(source, (key, n) -> n == 1 ? null : n - 1);
            if (left != null || source == chosen) {
                return;
            }
        }
        source.close();
    }

    /** What was asked for since the beginning. */
    public AllocatorStatistics statistics() {
        return ledger.statistics();
    }

    /** Nothing is asked for any more for now. */
    public void rest() {
        choose(ordinary, false);
    }

    /**
     * The context is closed: what the library did not give back, since its device went away, goes
     * back now.
     */
    public void close() {
        ledger.addresses().forEach(this::free);
        rest();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import java.nio.ByteOrder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.completion.PointerMemory;
import org.rdmaagent.jna.verbs.direct.DirectQueue;
import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.spi.completion.NativeAccess;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;
import org.rdmaagent.spi.mlx4.CqLayout;

/**
 * The one port that a completion queue may have, and what its layout was given away for. For any
 * thread.
 */
final class QueuePolling {
    private static final String POLL = "ibv_poll_cq";

    /** These stand for calls: of what is refused here the library was not asked. */
    static final String OPEN = "open port";

    private static final String PEEK = "peek";

    private final NativeCq cq;

    /** Who consumes by hand, opens a port, or does what nobody may consume under. */
    private final Object consuming = new Object();

    private volatile @Nullable QueuePort port;
    private volatile boolean leavesStale;
    private final DirectOwnership ownership;

    QueuePolling(NativeCq cq) {
        this.cq = cq;
        this.ownership = new DirectOwnership(cq);
    }

    /** The port, if it is open. */
    @Nullable QueuePort port() {
        return port;
    }

    boolean isOpen() {
        return port != null;
    }

    /** Whether the library leaves the entries of destroyed and reset queue pairs in the queue. */
    boolean leavesStale() {
        return leavesStale;
    }

    /** Whose it is. */
    DirectOwnership ownership() {
        return ownership;
    }

    /** What Java reads of it by itself; null if the library consumes it. */
    @Nullable DirectQueue direct() {
        return ownership.queue();
    }

    /**
     * Where it lies; it is held. From now on the library leaves stale entries in it.
     *
     * @throws RdmaException EOPNOTSUPP if that is not public
     */
    CqLayout layout() {
        try {
            CqLayout layout = cq.registry().companion().layoutOfQueue(cq.pointer());
            leavesStale = true;
            return layout;
        } catch (RdmaException e) {
            throw refused(e.call(), e.errno().number(), e.remedy()); // it names the queue
        }
    }

    /**
     * Makes the port; under the registry's lock for admissions, and the queue is held.
     *
     * @throws RdmaException EBUSY, EBADF, EINVAL, EOPNOTSUPP
     */
    QueuePort open(String holder, NativeAccess access, PollingWay way) {
        synchronized (consuming) {
            requireNone(OPEN);
            requireToStay();
            PolledQueue queue = cq.polled();
            if (queue.work() > queue.entries()) {
                throw refused(OPEN, VerbsFailure.EINVAL, QueueWork.remedy(cq, queue.work()));
            }
            QueuePort opened = make(queue, holder, access, way);
            port = opened;
            try {
                // Who closes the queue says so first and looks for a port then: one sees the other.
                requireToStay();
            } catch (RdmaException e) {
                opened.close();
                throw e;
            }
            opened.changed(); // it finds the pairs at its first poll
            return opened;
        }
    }

    private QueuePort make(PolledQueue queue, String holder, NativeAccess access, PollingWay way) {
        boolean owned = direct() != null;
        if (owned && (way == PollingWay.CALL || way == PollingWay.PEEK)) {
            throw impossible(
                    OPEN,
                    "Java has read it directly, so that the library does not know any more what it"
                            + " holds: close its queue pairs and it, and create it again (remove"
                            + " the files of its queue pairs and put them back)");
        }
        return switch (way) {
            case DIRECT -> direct(queue, holder, access);
            case PEEK -> peek(queue, holder, access);
            case CALL -> call(queue, holder, access);
            case BEST -> owned ? direct(queue, holder, access) : best(queue, holder, access);
        };
    }

    private QueuePort best(PolledQueue queue, String holder, NativeAccess access) {
        try {
            return peek(queue, holder, access);
        } catch (RdmaException e) {
            return call(queue, holder, access); // its layout is not public
        }
    }

    private QueuePort call(PolledQueue queue, String holder, NativeAccess access) {
        return new CallPort(
                cq,
                queue,
                holder,
                access.name(),
                cq.context().hotCalls(POLL, access),
                anyMemory(access));
    }

    /** Where there is no quick way to memory there is a slow one. */
    private static MemoryAccess anyMemory(NativeAccess access) {
        try {
            return access.memory();
        } catch (UnsupportedOperationException e) {
            return PointerMemory.INSTANCE;
        }
    }

    private QueuePort peek(PolledQueue queue, String holder, NativeAccess access) {
        MemoryAccess memory = memory(PEEK, access);
        CqLayout layout = layout();
        return new PeekPort(
                cq,
                queue,
                holder,
                access.name(),
                cq.context().hotCalls(POLL, access),
                memory,
                layout);
    }

    private QueuePort direct(PolledQueue queue, String holder, NativeAccess access) {
        MemoryAccess memory = memory(DirectTakeover.READ, access);
        DirectQueue owned = ownership.takeOver(() -> new DirectQueue(layout(), cq.eventsTaken()));
        return new DirectPort(
                cq, queue, holder, owned, memory, cq.context().hotCalls(POLL, access));
    }

    private MemoryAccess memory(String call, NativeAccess access) {
        if (ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN) {
            throw impossible(
                    call, "that is for little-endian machines, this one is not" + Remedy.OTHER_WAY);
        }
        try {
            return access.memory();
        } catch (UnsupportedOperationException e) {
            throw impossible(call, String.valueOf(e.getMessage())); // with what to do
        }
    }

    private RdmaException impossible(String call, String why) {
        return refused(call, VerbsFailure.EOPNOTSUPP, why);
    }

    /** Who polls finds its queues in all contexts: the text says in which this one is. */
    RdmaException refused(String call, int errno, String remedy) {
        String subject = cq.context().device() + " cq " + cq.context().name() + ":" + cq.name();
        return VerbsFailure.of(call, errno, subject, remedy);
    }

    private void requireToStay() {
        if (cq.isClosing() || cq.registry().isEnding()) {
            throw refused(OPEN, VerbsFailure.EBADF, "it is being closed");
        }
    }

    /**
     * A queue has one consumer.
     *
     * @param call what is not done
     * @throws RdmaException EBUSY naming the holder
     */
    private void requireNone(String call) {
        QueuePort present = port;
        if (present != null) {
            throw refused(
                    call,
                    VerbsFailure.EBUSY,
                    "'"
                            + present.holder()
                            + "' polls it: a queue has one consumer; end that one first");
        }
    }

    /** Consumes by hand; nobody else does meanwhile. */
    <T> T byHand(Supplier<T> action) {
        synchronized (consuming) {
            requireNone(POLL);
            ownership.requireLibrary(POLL);
            return action.get();
        }
    }

    /**
     * Does something while nobody consumes the queue; its port is halted.
     *
     * @param call the C function
     * @param subject what it is about
     * @throws RdmaException EBUSY if the port does not come to a halt within 2 s
     */
    void exclusively(String call, NativeObject subject, Runnable action) {
        synchronized (consuming) {
            QueuePort present = port;
            boolean halted = present != null && present.halt(call, subject);
            try {
                action.run();
            } finally {
                if (present != null && halted) {
                    present.lettingGo.resume();
                }
            }
        }
    }

    /** The library has moved it; it is held and nobody consumes it. */
    void moved() {
        if (port instanceof PeekPort peeking) {
            peeking.moved(layout());
        }
    }

    void closed(QueuePort ended) {
        if (port == ended) {
            port = null;
        }
    }

    /** Tells the port's thread to close it. */
    void revoke() {
        QueuePort present = port;
        if (present != null) {
            present.revoke();
        }
    }

    /**
     * Waits for the end of a revoked port.
     *
     * @throws RdmaException EBUSY naming the holder, if that does not come
     */
    void awaitClosed() {
        QueuePort present = port;
        if (present != null) {
            present.awaitClosed();
        }
    }

    /** Pairs or rings came, or one that was to be closed stays. */
    void changed() {
        QueuePort present = port;
        if (present != null) {
            present.changed();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.completion.HotCalls;
import org.rdmaagent.spi.completion.PolledQueue;

/** The one port that a completion queue may have. For any thread. */
final class QueuePolling {
    private static final String POLL = "ibv_poll_cq";

    private final NativeCq cq;
    private volatile @Nullable NativePort port;

    QueuePolling(NativeCq cq) {
        this.cq = cq;
    }

    /** The port, if it is open. */
    @Nullable NativePort port() {
        return port;
    }

    boolean isOpen() {
        return port != null;
    }

    /**
     * Makes the port; under the registry's lock for admissions, and the queue is held.
     *
     * @throws org.rdmaagent.RdmaException EBUSY, EBADF, EINVAL
     */
    NativePort open(String holder, HotCalls calls) {
        requireNone();
        requireToStay();
        PolledQueue queue = cq.polled();
        if (queue.work() > queue.entries()) {
            throw cq.failed(POLL, VerbsFailure.EINVAL, QueueWork.remedy(cq, queue.work()));
        }
        NativePort opened = new NativePort(cq, queue, holder, calls);
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

    private void requireToStay() {
        if (cq.isClosing() || cq.registry().isEnding()) {
            throw cq.failed(POLL, VerbsFailure.EBADF, "it is being closed");
        }
    }

    /**
     * A queue has one consumer.
     *
     * @throws org.rdmaagent.RdmaException EBUSY naming the holder
     */
    void requireNone() {
        NativePort present = port;
        if (present != null) {
            throw cq.failed(
                    POLL,
                    VerbsFailure.EBUSY,
                    "'"
                            + present.holder()
                            + "' polls it: a queue has one consumer; end that one first");
        }
    }

    void closed(NativePort ended) {
        if (port == ended) {
            port = null;
        }
    }

    /** Tells the port's thread to close it. */
    void revoke() {
        NativePort present = port;
        if (present != null) {
            present.revoke();
        }
    }

    /**
     * Waits for the end of a revoked port.
     *
     * @throws org.rdmaagent.RdmaException EBUSY naming the holder, if that does not come
     */
    void awaitClosed() {
        NativePort present = port;
        if (present != null) {
            present.awaitClosed();
        }
    }

    /** Pairs or rings came, or one that was to be closed stays. */
    void changed() {
        NativePort present = port;
        if (present != null) {
            present.changed();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.function.Supplier;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.spi.mlx4.CqLayout;
import org.rdmaagent.spi.mlx4.QpLayout;
import org.rdmaagent.verbs.ObjectKind;

/** Goes along with an open context and is told what is done on it, in the thread that does it. */
public interface ContextCompanion {
    /** Does nothing. */
    ContextCompanion NONE = new ContextCompanion() {};

    /**
     * Makes an object.
     *
     * @param call calls the library; what it throws is thrown on, or something that says more
     */
    default <T> T making(ObjectKind kind, Supplier<T> call) {
        return call.get();
    }

    /** Resizes a completion queue; as {@link #making}. */
    default <T> T resizing(Supplier<T> call) {
        return call.get();
    }

    /**
     * Where a completion queue lies; the queue is held. From then on the library leaves the entries
     * of destroyed queue pairs in it.
     *
     * @throws org.rdmaagent.RdmaException EOPNOTSUPP if that is not public
     */
    default CqLayout layoutOfQueue(Pointer cq) {
        throw noLayout();
    }

    /**
     * Where the queues of a queue pair lie; the pair is held.
     *
     * @throws org.rdmaagent.RdmaException EOPNOTSUPP if that is not public
     */
    default QpLayout layoutOfPair(Pointer qp) {
        throw noLayout();
    }

    private static RdmaException noLayout() {
        return VerbsFailure.of(
                "read layout",
                VerbsFailure.EOPNOTSUPP,
                "a queue",
                "only the driver mlx4 tells it" + Remedy.OTHER_WAY);
    }

    /** LOG_WQS_RANGE_SZ that the next work queue carries; 0 for none. */
    default int pendingRange() {
        return 0;
    }

    /** The library has just made a work queue; the context's admission lock is held. */
    default void madeWorkQueue() {}

    /** The context is closed for good. */
    default void closed() {}
}

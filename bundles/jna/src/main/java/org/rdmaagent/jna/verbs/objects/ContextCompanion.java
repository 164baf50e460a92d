// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import java.util.function.Supplier;
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

    /** LOG_WQS_RANGE_SZ that the next work queue carries; 0 for none. */
    default int pendingRange() {
        return 0;
    }

    /** The library has just made a work queue; the context's admission lock is held. */
    default void madeWorkQueue() {}

    /** The context is closed for good. */
    default void closed() {}
}

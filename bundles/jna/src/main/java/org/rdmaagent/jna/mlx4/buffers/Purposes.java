// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import org.rdmaagent.verbs.ObjectKind;

/** What buffers are for, in the words of {@link org.rdmaagent.mlx4.BufferUse}. */
public final class Purposes {
    /** A completion queue is being resized. */
    public static final String RESIZE = "resize";

    /** Nothing that is known. */
    static final String OTHER = "other";

    private Purposes() {}

    /** An object is being made. */
    public static String of(ObjectKind kind) {
        return switch (kind) {
            case COMPLETION_QUEUE -> "cq";
            case QUEUE_PAIR -> "qp";
            case SHARED_RECEIVE_QUEUE -> "srq";
            case WORK_QUEUE -> "wq";
            default -> OTHER;
        };
    }
}

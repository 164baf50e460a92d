// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent;

import java.io.Serial;

/**
 * A native call, or what stands for it, failed: which one, why, on what, and what to do about it.
 */
public final class RdmaException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    private final String call;
    private final transient Errno errno;
    private final String subject;
    private final String remedy;

    /**
     * Describes a failure.
     *
     * @param call the C function, such as {@code ibv_reg_mr}
     * @param errno why
     * @param subject what it was called on, such as {@code mlx4_0/1}
     * @param remedy what the operator can do, one sentence
     */
    public RdmaException(String call, Errno errno, String subject, String remedy) {
        super(
                call
                        + " on "
                        + subject
                        + " failed: "
                        + errno.name()
                        + " ("
                        + errno.number()
                        + "); "
                        + remedy);
        this.call = call;
        this.errno = errno;
        this.subject = subject;
        this.remedy = remedy;
    }

    /** The C function. */
    public String call() {
        return call;
    }

    /** Why; {@link Errno#NONE} if the call left no number. */
    public Errno errno() {
        return errno == null ? Errno.NONE : errno;
    }

    /** What the call was made on. */
    public String subject() {
        return subject;
    }

    /** What the operator can do. */
    public String remedy() {
        return remedy;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.service;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;

/** One reopening of a context at a time: who comes second is told so. For any thread. */
final class ReopenTurns {
    private static final Errno ENOENT = Errno.of(2);
    private static final Errno EBADF = Errno.of(9);
    private static final Errno EAGAIN = Errno.of(11);
    private static final Errno EBUSY = Errno.of(16);
    private static final String CALL = "ibv_open_device";

    private final Set<String> asked = ConcurrentHashMap.newKeySet();

    /**
     * Does it.
     *
     * @throws RdmaException EBUSY if somebody else is at it
     */
    void take(String device, String context, Runnable work) {
        String subject = device + " " + context;
        if (!asked.add(subject)) {
            throw new RdmaException(
                    CALL, EBUSY, subject, "it is being reopened by somebody else: try again");
        }
        try {
            work.run();
        } finally {
            asked.remove(subject);
        }
    }

    /**
     * Reopens a context that was open a moment ago, by verbs that others can ask, too.
     *
     * @param current whether those verbs are still there
     * @throws RdmaException EAGAIN if it was closed by somebody else meanwhile; what the work met
     */
    static void whileOpen(String subject, BooleanSupplier current, Runnable work) {
        try {
            work.run();
        } catch (RdmaException e) {
            boolean closed = e.errno().equals(ENOENT) || e.errno().equals(EBADF);
            if (!closed || !current.getAsBoolean()) {
                throw e;
            }
            RdmaException told =
                    new RdmaException(
                            CALL,
                            EAGAIN,
                            subject,
                            "it was closed meanwhile, as it is being reopened by somebody else, or"
                                    + " the verbs are being replaced: try again");
            told.addSuppressed(e);
            throw told;
        }
    }
}

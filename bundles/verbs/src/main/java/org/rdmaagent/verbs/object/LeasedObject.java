// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.Posted;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.VerbsObject;

/**
 * What all objects have in common. Two are equal if they stand for the same handle in the same
 * session.
 *
 * @param <H> the provider's handle
 */
abstract class LeasedObject<H extends VerbsHandle> implements VerbsObject {
    private final Session session;
    private final H handle;

    LeasedObject(Session session, H handle) {
        this.session = session;
        this.handle = handle;
    }

    final Session session() {
        return session;
    }

    /** The handle, for a call; EBADF once the session is over. */
    final H in(String call) {
        session.requireCurrent(call, handle.name());
        return handle;
    }

    /** The handle, for what it was made of. */
    final H handle() {
        return in("look at it");
    }

    /** The handle, whatever became of the session. */
    final H identity() {
        return handle;
    }

    final int taken(String call, int asked, Posted posted) {
        if (posted.count() == 0 && asked > 0) {
            throw new RdmaException(call, posted.refusal(), name(), remedy(posted.refusal()));
        }
        return posted.count();
    }

    private static String remedy(Errno refusal) {
        return switch (refusal.name()) {
            case "ENOMEM" -> "the queue is full: take completions off first";
            case "EINVAL" ->
                    "look at the state of the queue, the number and the keys of the segments and"
                            + " the operation";
            default -> "see ibv_post_send(3), ibv_post_recv(3)";
        };
    }

    @Override
    public final String name() {
        return handle.name();
    }

    @Override
    public final ObjectKind kind() {
        return handle.kind();
    }

    @Override
    public final boolean isOpen() {
        return session.isCurrent() && handle.isOpen();
    }

    /** After the session it does nothing: the handle belongs to the next one. */
    @Override
    public void close() {
        if (session.isCurrent()) {
            handle.close();
        }
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof LeasedObject<?> object
                && object.handle == handle
                && object.session == session;
    }

    @Override
    public final int hashCode() {
        return System.identityHashCode(handle);
    }

    @Override
    public final String toString() {
        return kind().shortName() + " " + name();
    }
}

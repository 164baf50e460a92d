// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.spi.verbs.AsyncNotice;
import org.rdmaagent.verbs.AsyncEventType;

/** The asynchronous events of a context, until somebody takes them. */
final class AsyncNotices {
    private static final String TAKE = "ibv_get_async_event";

    private final SimulatedContext context;
    private final Queue<AsyncNotice> notices = new ArrayDeque<>();

    AsyncNotices(SimulatedContext context) {
        this.context = context;
    }

    /** The world's lock is held. */
    void tell(AsyncEventType type, int port, @Nullable SimulatedObject object) {
        notices.add(
                new AsyncNotice(
                        type,
                        type.code(),
                        port == 0 ? OptionalInt.empty() : OptionalInt.of(port),
                        Optional.ofNullable(object)));
        context.world().changed();
    }

    /** The next one, after so long at the most. */
    Optional<AsyncNotice> await(long timeoutNanos) {
        if (!context.isOpen()) {
            throw Refusal.closed(TAKE, context.name());
        }
        Optional<Optional<AsyncNotice>> seen = context.world().await(timeoutNanos, this::look);
        return seen.orElse(Optional.empty());
    }

    /** Closed meanwhile: an end without a notice. */
    private Optional<Optional<AsyncNotice>> look() {
        if (!context.stillOpen()) {
            return Optional.of(Optional.empty());
        }
        AsyncNotice next = notices.poll();
        if (next == null) {
            context.requirePresent(TAKE, context.name());
        }
        return next == null ? Optional.empty() : Optional.of(Optional.of(next));
    }

    /** The world's lock is held. */
    void clear() {
        notices.clear();
    }
}

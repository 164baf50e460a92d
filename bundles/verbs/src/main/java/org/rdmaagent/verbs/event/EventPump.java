// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.event;

import java.util.Optional;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.AsyncNotice;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.AsyncEventType.Subject;

/**
 * Reads the events of one context. What is about a port or the device reaches every context of that
 * device, so it counts only on the one that is there for it; what is about a queue reaches the
 * context that the queue is of. A role: one thread, or a test, calls {@link #doWork}.
 */
public final class EventPump {
    private static final String WATCH = "events/";

    private final ContextHandle context;
    private final EventDesk desk;

    /** Reads these and tells that one. */
    public EventPump(ContextHandle context, EventDesk desk) {
        this.context = context;
        this.desk = desk;
    }

    /** The name of the context that is there for the events of a device. */
    public static String watchName(String device) {
        return WATCH + device;
    }

    /** Whether a context is there for the events of its device. */
    public static boolean isWatch(String contextName) {
        return contextName.startsWith(WATCH);
    }

    /**
     * Waits for the next event and tells it.
     *
     * @param timeoutNanos how long at the most; 0 only looks
     * @return whether there may be more: false when the context is closed, its device is gone, or
     *     the device failed, so that everything on the context has to be closed
     */
    public boolean doWork(long timeoutNanos) {
        try {
            Optional<AsyncNotice> next = context.awaitAsync(timeoutNanos);
            next.filter(this::counts).ifPresent(notice -> desk.tell(context.device(), notice));
            boolean failed =
                    next.filter(notice -> notice.type() == AsyncEventType.DEVICE_FATAL).isPresent();
            return !failed && context.isOpen();
        } catch (RdmaException e) {
            return false;
        }
    }

    private boolean counts(AsyncNotice notice) {
        Subject subject = notice.type().subject();
        boolean ofDevice = subject == Subject.DEVICE || subject == Subject.PORT;
        return !ofDevice || isWatch(context.name());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvAsyncEvent;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.spi.verbs.AsyncNotice;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.verbs.AsyncEventType;

/** The asynchronous events of a context, each copied and acknowledged at once. */
final class AsyncEvents {
    static final String CALL = "ibv_get_async_event";

    private final int fd;
    private final Origin origin;

    /**
     * @param fd non-blocking
     */
    AsyncEvents(int fd, Origin origin) {
        this.fd = fd;
        this.origin = origin;
    }

    /** The next one, after so long at the most; the context is held. */
    Optional<AsyncNotice> next(Pointer context, long nanos) {
        if (!Waiting.readable(fd, nanos, CALL, origin.subject())) {
            return Optional.empty();
        }
        try (CStruct event = CStruct.allocate(IbvAsyncEvent.SIZE)) {
            if (ObjectCalls.ibv_get_async_event(context, event.pointer()) != 0) {
                int errno = Native.getLastError();
                if (errno == VerbsFailure.EAGAIN || errno == VerbsFailure.EINTR) {
                    return Optional.empty(); // another reader was quicker
                }
                // The library may leave errno of an earlier call: the fd cannot be read.
                throw VerbsFailure.of(CALL, VerbsFailure.EIO, origin.subject());
            }
            // The object cannot be destroyed in between: its destruction waits for this.
            AsyncNotice notice = notice(event);
            ObjectCalls.ibv_ack_async_event(event.pointer());
            return Optional.of(notice);
        }
    }

    private AsyncNotice notice(CStruct event) {
        int code = event.integer(IbvAsyncEvent.EVENT_TYPE);
        AsyncEventType type = AsyncEventType.ofCode(code).orElse(AsyncEventType.UNKNOWN);
        boolean port = type.subject() == AsyncEventType.Subject.PORT;
        boolean object = !port && type.subject() != AsyncEventType.Subject.DEVICE;
        Optional<VerbsHandle> handle =
                object
                        ? origin.registry().at(event.get(IbvAsyncEvent.CQ)).map(found -> found)
                        : Optional.empty();
        if (type == AsyncEventType.CQ_ERR) {
            handle.ifPresent(AsyncEvents::overran);
        }
        return new AsyncNotice(
                type,
                code,
                port ? OptionalInt.of(event.integer(IbvAsyncEvent.PORT_NUM)) : OptionalInt.empty(),
                handle);
    }

    private static void overran(VerbsHandle handle) {
        if (handle instanceof NativeCq queue) {
            queue.overran();
        }
    }
}

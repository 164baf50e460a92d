// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** A send request in its queue. */
final class SendWork {
    private final SendRequest request;
    private final byte[] inline;
    private final @Nullable BufferRing ring;
    private long deadline = VerbsWorld.NEVER;
    private WorkCompletionStatus reason = WorkCompletionStatus.SUCCESS;

    /**
     * A request.
     *
     * @param inline its bytes if it is sent inline, else empty
     */
    SendWork(SendRequest request, byte[] inline) {
        this(request, inline, null);
    }

    private SendWork(SendRequest request, byte[] inline, @Nullable BufferRing ring) {
        this.request = request;
        this.inline = inline.clone();
        this.ring = ring;
    }

    /** A send from a buffer of a ring; the request's number is the buffer's index. */
    static SendWork reply(SendRequest request, BufferRing ring) {
        return new SendWork(request, new byte[0], ring);
    }

    /** The ring from whose buffer it is sent; null for other requests. */
    @Nullable BufferRing ring() {
        return ring;
    }

    SendRequest request() {
        return request;
    }

    byte[] inline() {
        return inline;
    }

    /** When trying again is given up; as long as the reason is the same, the first wait counts. */
    void waitUntil(long time, WorkCompletionStatus otherwise) {
        if (reason != otherwise) {
            reason = otherwise;
            deadline = time;
        }
    }

    long deadline() {
        return deadline;
    }

    boolean waited(long now) {
        return now >= deadline;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** A send request in its queue. */
final class SendWork {
    private final SendRequest request;
    private final byte[] inline;
    private long deadline = VerbsWorld.NEVER;
    private WorkCompletionStatus reason = WorkCompletionStatus.SUCCESS;

    /**
     * A request.
     *
     * @param inline its bytes if it is sent inline, else empty
     */
    SendWork(SendRequest request, byte[] inline) {
        this.request = request;
        this.inline = inline.clone();
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

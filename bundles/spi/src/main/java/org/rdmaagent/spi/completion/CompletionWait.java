// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.completion;

import org.osgi.annotation.versioning.ProviderType;

/** Sleeping until one of several queues has a completion. Used by the polling thread. */
@ProviderType
public interface CompletionWait extends AutoCloseable {
    /**
     * Asks each queue for one event at its next completion ({@code ibv_req_notify_cq(3)}). Poll
     * each of them once more before {@link #await}: what came before makes no event.
     */
    void arm();

    /**
     * Sleeps until an event of a queue, {@link #wake} or the end of the time ({@code poll(2)});
     * takes and acknowledges the events ({@code ibv_get_cq_event(3)}). While it sleeps the ports
     * count as let go of: who wants to close something of theirs need not wait, and ends the sleep.
     *
     * @param timeoutNanos 0 only looks
     * @return whether an event, a wake or somebody who wants to close ended it
     */
    boolean await(long timeoutNanos);

    /** Ends the sleep, or the next one. Any thread. */
    void wake();

    /**
     * Closes the wait; the ports stay open. Not while somebody sleeps in it. Twice does nothing.
     */
    @Override
    void close();
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.completion;

import org.osgi.annotation.versioning.ProviderType;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.verbs.WorkCompletionStatus;

/**
 * The polling of one completion queue by one thread. {@link #poll}, {@link #flush} and {@link
 * #batch} neither allocate, lock nor log once each of their ways was taken. The receive rings of
 * the queue's queue pairs are found by the port, also those that are made later.
 */
@ProviderType
public interface CompletionPort extends AutoCloseable {
    /** The most completions of one poll. */
    int LARGEST_BATCH = 64;

    /** Answer of {@link #poll}: the queue was closed, or is about to be; close the port. */
    int REVOKED = -1;

    /**
     * Answer of {@link #poll}: the queue overran or the library cannot read it; see {@link
     * #damage}.
     */
    int DAMAGED = -2;

    /** What it polls. */
    PolledQueue queue();

    /**
     * The way it polls: {@code sim}, {@code direct}, or the name of what it calls the library with
     * ({@code jna}, {@code ffm}), behind {@code peek+} if it looks first.
     */
    String kind();

    /**
     * Whether {@link #batch} allocates nothing when it is read, so that what is allocated in a call
     * of a handler is the handler's. A simulation may say no.
     */
    default boolean readsWithoutGarbage() {
        return true;
    }

    /** The completions of the last poll; one object for the life of the port. */
    CompletionBatch batch();

    /**
     * Takes completions off the queue into {@link #batch} ({@code ibv_poll_cq(3)}); never waits.
     * The buffers of the batch before are flushed first. Lets go of everything that somebody wants
     * to close.
     *
     * @param max 1 to {@link #LARGEST_BATCH}
     * @return how many, {@link #REVOKED} or {@link #DAMAGED}
     */
    int poll(int max);

    /** How many of the completions of the last poll are failures. */
    int failures();

    /**
     * How a completion of the last poll ended, wherever the cursor is.
     *
     * @param index from 0; less than what the poll answered
     */
    WorkCompletionStatus statusOf(int index);

    /**
     * Lets go of everything that somebody wants to close, without polling: for a queue that is
     * parked. The batch stays as it is. A thread that goes on where another one polled calls it
     * before anything else.
     *
     * @return 0, {@link #REVOKED} or {@link #DAMAGED}
     */
    int attend();

    /**
     * Posts the receives of all buffers that were given back since the last time, in one call for a
     * queue, and gives back the buffers of completions of the batch that nobody asked for.
     */
    void flush();

    /**
     * Ends the current completion of a batch after its handler failed: its buffer is given back if
     * the handler had not decided about it. The cursor stays.
     */
    void abandonCurrent();

    /** Completions of the batch that {@link CompletionBatch#next} has not reached. */
    int remaining();

    /** Entries of queue pairs that were destroyed, met since the port was opened. Any thread. */
    long staleCompletions();

    /** Buffers of receive rings that wait for a message. Any thread. */
    int receivesPosted();

    /** Buffers of receive rings that were handed out and not given back. Any thread. */
    int receivesHeld();

    /** Why the queue cannot be read any more, with what to do; empty if it can. Any thread. */
    String damage();

    /**
     * Gives the polling up: the queue keeps what is completed, the rings keep what is posted. Call
     * it on the polling thread, or when that is over. Twice does nothing.
     */
    @Override
    void close();
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane;

import java.util.Map;
import org.rdmaagent.verbs.WorkCompletionStatus;

/**
 * One queue of a loop.
 *
 * @param cq the queue as the loop's configuration names it
 * @param device where it is; empty while there is none
 * @param state what the loop does with it
 * @param reason why, where it is not ACTIVE, and what is wrong where it is; with what to do
 * @param handler who gets the completions: class, bundle and version; empty if nobody
 * @param port how the queue is read: {@code jna}, {@code sim}, ...; empty while there is none
 * @param completions handed out, to all handlers
 * @param handlerCompletions handed out to the present handler
 * @param skipped completions that a handler did not ask for
 * @param handlerErrors calls of handlers that ended with an exception
 * @param allocatedBytesInBatch what the present handler allocated in the batch that was looked at
 *     last, one of 64; 0 also where the virtual machine cannot tell, and on a simulation, whose
 *     batches allocate themselves
 * @param lastError of the last one: class and message; empty if there was none
 * @param staleCompletions entries of destroyed queue pairs that the loop met since it opened the
 *     queue; not what was taken out of the queue when a pair was destroyed
 * @param receivesPosted buffers of receive rings that wait for a message
 * @param receivesHeld buffers of receive rings that handlers have not given back
 * @param swaps how often the handler changed
 * @param swapPauseNanos for how long the queue was not polled when it did, with the time in which
 *     it had no handler; one that is replaced before its first poll has no pause of its own, so
 *     that the count may be below {@code swaps}
 * @param statuses completions by how they ended
 * @param handlerFigures what the handler says of itself
 */
public record SlotStatus(
        String cq,
        String device,
        SlotState state,
        String reason,
        String handler,
        String port,
        long completions,
        long handlerCompletions,
        long skipped,
        long handlerErrors,
        long allocatedBytesInBatch,
        String lastError,
        long staleCompletions,
        int receivesPosted,
        int receivesHeld,
        long swaps,
        Distribution swapPauseNanos,
        Map<WorkCompletionStatus, Long> statuses,
        Map<String, Long> handlerFigures) {}

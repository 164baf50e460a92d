// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane;

import java.util.Map;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * What is done with the completions of a queue. Register it as a service with the property {@link
 * #CQ}; the poll loop that has the queue calls it, always on the loop's own thread. One that names
 * queues of two loops is called by two threads. Of several for one queue the one with the highest
 * {@code service.ranking} is called; when a better one comes or this one goes, the loop changes
 * over between two batches, so that every completion goes to exactly one of them and none to this
 * one after its unregistration returned.
 *
 * <p>The loop serves other queues with the same thread: do not wait, lock, log or allocate here. A
 * call that takes long is told as a stall, with the handler's name. What it throws is counted;
 * after some failures in a row (8 unless configured), or one Error, the queue is put into
 * quarantine until the handler is replaced or the quarantine ended.
 */
@ConsumerType
public interface CompletionHandler {
    /**
     * Service property: the completion queue, by its name ({@code feed}), or by context and name
     * where several contexts have one of that name ({@code qp/feed:feed}). A string, an array or a
     * collection of strings.
     */
    String CQ = "rdma.cq";

    /**
     * Handles a batch. Completions that are not asked for with {@link CompletionBatch#next} are
     * dropped and counted as skipped; their receive buffers are posted again.
     *
     * @param batch one object for all calls; nothing of it may be used after the return
     */
    void onCompletions(CompletionBatch batch);

    /**
     * Figures of its own for the console, by name with the unit in it ({@code receivedBytes}).
     * Called on another thread than the loop's, at most once a second.
     */
    default Map<String, Long> figures() {
        return Map.of();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Where work requests report their end ({@code ibv_create_cq(3)}). One that overruns is dead: it
 * tells CQ_ERR, and its queue pairs go to the error state.
 */
@ProviderType
public interface CompletionQueue extends VerbsObject {
    /** Entries, at least as many as were asked for. */
    int capacity();

    /** The channel that it tells, if any. */
    Optional<CompletionChannel> channel();

    /**
     * Changes the number of entries ({@code ibv_resize_cq(3)}).
     *
     * @return as many as there are now
     * @throws org.rdmaagent.RdmaException EINVAL if there are more completions than that, or more
     *     than the device allows; EOPNOTSUPP
     */
    int resize(int entries);

    /**
     * Sets when it makes an event ({@code ibv_modify_cq(3)}; the kernel's {@code
     * rdma_set_cq_moderation}).
     *
     * @throws org.rdmaagent.RdmaException EOPNOTSUPP, EINVAL
     */
    void moderate(CqModeration moderation);

    /**
     * Asks for one event at the next completion ({@code ibv_req_notify_cq(3)}). Poll once more
     * afterwards: what came before makes no event.
     *
     * @param solicitedOnly only for receives whose sender asked for it, and for failures
     * @throws org.rdmaagent.RdmaException EINVAL if there is no channel
     */
    void arm(boolean solicitedOnly);

    /**
     * Takes completions off the queue ({@code ibv_poll_cq(3)}); never waits.
     *
     * @param max how many at the most, 1 or more
     * @return in order; fewer than asked for when the queue is empty
     * @throws org.rdmaagent.RdmaException EIO if the queue is damaged or overran
     */
    List<WorkCompletion> poll(int max);
}

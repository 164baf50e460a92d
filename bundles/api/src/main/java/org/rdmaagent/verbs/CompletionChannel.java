// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** Where completion queues tell that they are not empty ({@code ibv_create_comp_channel(3)}). */
@ProviderType
public interface CompletionChannel extends VerbsObject {
    /**
     * Waits for the next event ({@code ibv_get_cq_event(3)}); it is acknowledged already. The queue
     * has to be armed again, and then polled once more.
     *
     * @param timeoutNanos how long at the most; 0 only looks
     * @return the queue; empty when the time is over
     * @throws org.rdmaagent.RdmaException EBADF if the channel was closed meanwhile
     */
    Optional<CompletionQueue> await(long timeoutNanos);
}

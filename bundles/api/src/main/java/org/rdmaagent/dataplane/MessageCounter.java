// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * What the shipped counting handler of a queue counted, by queue pair. A service with the property
 * {@link CompletionHandler#CQ}; for any thread.
 */
@ProviderType
public interface MessageCounter {
    /** All queue pairs of which something was received, by number. */
    List<MessageCount> counts();

    /** One of them; zeros if nothing was received. */
    MessageCount count(int qpNum);

    /**
     * From now on what a queue pair receives also counts as late: it left its group, and these are
     * messages that were queued.
     */
    void beginLate(int qpNum);

    /** Ends that. */
    void endLate(int qpNum);
}

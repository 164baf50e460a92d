// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.Optional;
import org.rdmaagent.dataplane.MessageCounter;

/** Who counts what a completion queue receives. */
@FunctionalInterface
public interface LateCounts {
    /**
     * The counter of a queue, if there is one at the moment.
     *
     * @param queue as loops name it, {@code multicast/NAME:NAME}
     */
    Optional<MessageCounter> of(String queue);
}

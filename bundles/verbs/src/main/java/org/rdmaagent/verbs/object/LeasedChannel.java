// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import java.util.Optional;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.verbs.CompletionChannel;
import org.rdmaagent.verbs.CompletionQueue;

/** A completion channel. */
final class LeasedChannel extends LeasedObject<ChannelHandle> implements CompletionChannel {
    LeasedChannel(Session session, ChannelHandle handle) {
        super(session, handle);
    }

    @Override
    public Optional<CompletionQueue> await(long timeoutNanos) {
        Optional<CqHandle> told = in("ibv_get_cq_event").await(timeoutNanos);
        told.ifPresent(queue -> queue.ack(1));
        return told.map(queue -> new LeasedCq(session(), queue));
    }
}

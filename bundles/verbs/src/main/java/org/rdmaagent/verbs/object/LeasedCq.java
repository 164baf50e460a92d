// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import java.util.List;
import java.util.Optional;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.verbs.CompletionChannel;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.CqModeration;
import org.rdmaagent.verbs.WorkCompletion;

/** A completion queue. */
final class LeasedCq extends LeasedObject<CqHandle> implements CompletionQueue {
    LeasedCq(Session session, CqHandle handle) {
        super(session, handle);
    }

    @Override
    public int capacity() {
        return handle().cqe();
    }

    @Override
    public Optional<CompletionChannel> channel() {
        return handle().channel().map(channel -> new LeasedChannel(session(), channel));
    }

    @Override
    public int resize(int entries) {
        return in("ibv_resize_cq").resize(entries);
    }

    @Override
    public void moderate(CqModeration moderation) {
        in("ibv_modify_cq").moderate(moderation);
    }

    @Override
    public void arm(boolean solicitedOnly) {
        in("ibv_req_notify_cq").requestNotify(solicitedOnly);
    }

    @Override
    public List<WorkCompletion> poll(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("max is 1 or more, not " + max);
        }
        return in("ibv_poll_cq").poll(max);
    }
}

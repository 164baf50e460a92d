// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import java.util.List;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.WorkQueue;
import org.rdmaagent.verbs.WqInit;
import org.rdmaagent.verbs.WqState;

/** A work queue. */
final class LeasedWq extends LeasedObject<WqHandle> implements WorkQueue {
    LeasedWq(Session session, WqHandle handle) {
        super(session, handle);
    }

    @Override
    public int number() {
        return handle().number();
    }

    @Override
    public WqInit init() {
        return handle().init();
    }

    @Override
    public WqState state() {
        return handle().state();
    }

    @Override
    public void modify(WqState next) {
        in("ibv_modify_wq").modify(next);
    }

    @Override
    public int postReceive(List<ReceiveRequest> requests) {
        String call = "ibv_post_wq_recv";
        return taken(call, requests.size(), in(call).postReceive(requests));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import java.util.List;
import java.util.Optional;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ReceiveRing;
import org.rdmaagent.verbs.SharedReceiveQueue;
import org.rdmaagent.verbs.SrqAttributes;

/** A shared receive queue. */
final class LeasedSrq extends LeasedObject<SrqHandle> implements SharedReceiveQueue {
    LeasedSrq(Session session, SrqHandle handle) {
        super(session, handle);
    }

    @Override
    public SrqAttributes query() {
        return in("ibv_query_srq").query();
    }

    @Override
    public void resize(int maxWr) {
        in("ibv_modify_srq").resize(maxWr);
    }

    @Override
    public void armLimit(int limit) {
        in("ibv_modify_srq").armLimit(limit);
    }

    @Override
    public int postReceive(List<ReceiveRequest> requests) {
        String call = "ibv_post_srq_recv";
        return taken(call, requests.size(), in(call).postReceive(requests));
    }

    @Override
    public ReceiveRing postReceiveRing(MemoryRegion region, int bytesEach) {
        String call = "ibv_post_srq_recv";
        SrqHandle queue = in(call);
        return queue.postReceiveRing(
                Given.ring(region, bytesEach, queue.pd().context(), call), bytesEach);
    }

    @Override
    public Optional<ReceiveRing> receiveRing() {
        return handle().receiveRing();
    }
}

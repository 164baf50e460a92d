// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.List;
import java.util.Optional;
import org.rdmaagent.sim.mlx4.ObjectMemory;
import org.rdmaagent.sim.mlx4.QueueSizes;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.Posted;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ReceiveRing;
import org.rdmaagent.verbs.SrqAttributes;

/** A shared receive queue. */
final class SimulatedSrq extends SimulatedObject implements SrqHandle {
    private final SimulatedPd pd;
    private final int maxSge;
    private final ReceiveQueue queue;
    private final ObjectMemory memory;
    private int limit;

    private SimulatedSrq(SimulatedPd pd, String name, SrqAttributes granted, ObjectMemory memory) {
        super(name, ObjectKind.SHARED_RECEIVE_QUEUE);
        this.pd = pd;
        this.memory = memory;
        HcaProfile profile = pd.home().hca().profile();
        this.maxSge = granted.maxSge();
        this.queue = new ReceiveQueue(profile, granted.maxWr(), maxSge);
        pd.usedBy(this);
    }

    /** Makes one, if there is memory for it. */
    static SimulatedSrq make(SimulatedPd pd, String name, SrqAttributes asked) {
        SimulatedContext context = pd.home();
        SrqAttributes granted = context.hca().profile().granted(asked);
        return context.driver()
                .withMemory(
                        "ibv_create_srq",
                        name,
                        QueueSizes.srq(granted.maxWr(), granted.maxSge()),
                        memory -> new SimulatedSrq(pd, name, granted, memory));
    }

    @Override
    SimulatedContext home() {
        return pd.home();
    }

    @Override
    String destroyer() {
        return "ibv_destroy_srq";
    }

    @Override
    void release() {
        RingMaker.end(queue.ring());
        memory.free();
        pd.freedBy(this);
    }

    ReceiveQueue queue() {
        return queue;
    }

    /** Takes the next request and tells when the limit is reached. */
    void take() {
        queue.take();
        if (limit > 0 && queue.size() < limit) {
            limit = 0;
            SimulatedHca.tell(AsyncEventType.SRQ_LIMIT_REACHED, this);
        }
    }

    @Override
    public PdHandle pd() {
        return pd;
    }

    @Override
    public SrqAttributes query() {
        return call("ibv_query_srq", () -> new SrqAttributes(queue.maxWr(), maxSge, limit));
    }

    @Override
    public void resize(int maxWr) {
        run(
                "ibv_modify_srq",
                () -> {
                    SimulatedHca hca = home().hca();
                    if (!hca.profile().software) {
                        throw Refusal.invalid(
                                "ibv_modify_srq",
                                name(),
                                "this driver cannot change the size: make another queue");
                    }
                    Refusal.requireSize(
                            "ibv_modify_srq", name(), "maxWr", maxWr, hca.limits().maxSrqWr());
                    if (maxWr < queue.size() || maxWr < limit) {
                        throw Refusal.invalid(
                                "ibv_modify_srq",
                                name(),
                                queue.size() + " requests are posted, the limit is " + limit);
                    }
                    queue.maxWr(hca.profile().grantedEntries(maxWr));
                });
    }

    @Override
    public void armLimit(int wanted) {
        run(
                "ibv_modify_srq",
                () -> {
                    Refusal.requireUpTo(
                            "ibv_modify_srq", name(), "the limit", wanted, queue.maxWr());
                    limit = wanted;
                });
    }

    @Override
    public Posted postReceive(List<ReceiveRequest> requests) {
        return call(
                "ibv_post_srq_recv",
                () -> {
                    Posted posted = queue.post(requests);
                    home().world().progress();
                    return posted;
                });
    }

    @Override
    public ReceiveRing postReceiveRing(MrHandle region, int bytesEach) {
        SimulatedMr memory = pd.home().mine(region, SimulatedMr.class);
        int buffers = RingMaker.buffers(memory, bytesEach, queue.maxWr());
        return call(
                "ibv_post_srq_recv",
                () -> {
                    BufferRing ring =
                            new BufferRing(
                                    this,
                                    memory,
                                    buffers,
                                    bytesEach,
                                    all -> queue.post(all).count());
                    ReceiveRing told = RingMaker.make("ibv_post_srq_recv", pd, queue, ring);
                    home().world().progress();
                    return told;
                });
    }

    @Override
    public Optional<ReceiveRing> receiveRing() {
        return home().world().locked(() -> queue.ring().map(BufferRing::told));
    }
}

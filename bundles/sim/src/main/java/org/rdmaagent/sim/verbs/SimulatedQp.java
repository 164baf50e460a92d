// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmaagent.Errno;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.spi.verbs.AhHandle;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.Posted;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ReceiveRing;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;

/** A handle on a queue pair. The groups that it attached are its own, as uverbs keeps them. */
final class SimulatedQp extends SimulatedObject implements QpHandle {
    private final SimulatedContext context;
    private final QpCore core;
    private final List<MulticastAttachment> attached = new ArrayList<>();

    SimulatedQp(SimulatedContext context, String name, QpCore core) {
        super(name, ObjectKind.QUEUE_PAIR);
        this.context = context;
        this.core = core;
        core.handles().add(this);
        core.queues().usedBy(this);
    }

    @Override
    SimulatedContext home() {
        return context;
    }

    @Override
    String destroyer() {
        return "ibv_destroy_qp";
    }

    @Override
    String holdUp() {
        return attached.isEmpty() ? "" : "detach it from its groups first: " + attached;
    }

    @Override
    void release() {
        core.handles().remove(this);
        core.queues().freedBy(this);
        RingMaker.end(core.receives().ring());
        if (core.handles().isEmpty()) {
            core.destroy();
        }
    }

    QpCore core() {
        return core;
    }

    @Override
    public ContextHandle context() {
        return context;
    }

    @Override
    public QpNumber number() {
        return core.number();
    }

    @Override
    public QpInit init() {
        return core.init();
    }

    @Override
    public Optional<CqHandle> sendCq() {
        return Optional.ofNullable(core.queues().sendCq());
    }

    @Override
    public Optional<CqHandle> recvCq() {
        return Optional.ofNullable(core.queues().recvCq());
    }

    @Override
    public Optional<SrqHandle> srq() {
        return Optional.ofNullable(core.queues().srq());
    }

    @Override
    public void modify(QpAttributes attributes) {
        run(
                "ibv_modify_qp",
                () -> {
                    QpModification.apply(core, name(), attributes);
                    home().world().toSend(core);
                    home().world().progress();
                });
    }

    @Override
    public QpAttributes query(Set<QpAttribute> asked) {
        return call(
                "ibv_query_qp",
                () -> {
                    // libibverbs knows no way to ask for it.
                    if (asked.contains(QpAttribute.RATE_LIMIT)) {
                        throw Refusal.unsupported(
                                "ibv_query_qp", name(), "the rate limit cannot be asked for");
                    }
                    return core.fields().answer(core.state(), core.init().capabilities(), asked);
                });
    }

    @Override
    public void attach(Gid mgid, Lid mlid) {
        run(
                "ibv_attach_mcast",
                () -> {
                    MulticastAttachment group = new MulticastAttachment(mgid, mlid);
                    if (!attached.contains(group)) {
                        core.hca().multicast().attach(core, name(), group);
                        attached.add(group);
                    }
                });
    }

    @Override
    public void detach(Gid mgid, Lid mlid) {
        run(
                "ibv_detach_mcast",
                () -> {
                    MulticastAttachment group = new MulticastAttachment(mgid, mlid);
                    if (!attached.remove(group)) {
                        throw Refusal.invalid(
                                "ibv_detach_mcast",
                                name(),
                                "it is not attached to "
                                        + mgid
                                        + " with LID "
                                        + mlid
                                        + ", but to "
                                        + attached);
                    }
                    core.hca().multicast().detach(core, group);
                });
    }

    /**
     * Detaches it and brings it to the error state, so that it can be closed; as far as it goes.
     */
    void quiet() {
        if (home().alive()) {
            List.copyOf(attached).forEach(group -> detach(group.mgid(), group.mlid()));
            if (core.handles().size() == 1 && core.state() != QpState.RESET) {
                core.enter(QpState.ERR);
            }
        }
    }

    @Override
    public List<MulticastAttachment> attachments() {
        return home().world().locked(() -> List.copyOf(attached));
    }

    @Override
    public Posted postSend(List<SendRequest> requests) {
        if (core.type() == QpType.UD) {
            requests.forEach(this::requireOpenHandle);
        }
        return call("ibv_post_send", () -> post(requests));
    }

    private void requireOpenHandle(SendRequest request) {
        if (request.target() instanceof SendTarget.Datagram datagram) {
            boolean open =
                    datagram.addressHandle() instanceof AhHandle handle
                            && context.mine(handle, SimulatedAh.class).isOpen();
            if (!open) {
                throw new IllegalArgumentException(
                        "the address handle "
                                + datagram.addressHandle().name()
                                + " is not an open one of the context "
                                + context.name());
            }
        }
    }

    private Posted post(List<SendRequest> requests) {
        int count = 0;
        for (SendRequest request : requests) {
            int refusal = SendCheck.refusal(core, request);
            if (refusal != 0) {
                return done(new Posted(count, Errno.of(refusal)));
            }
            core.post(new SendWork(request, SendCheck.inlineBytes(core, request)));
            count++;
        }
        return done(Posted.all(count));
    }

    private Posted done(Posted posted) {
        home().world().toSend(core);
        home().world().progress();
        return posted;
    }

    @Override
    public Posted postReceive(List<ReceiveRequest> requests) {
        return call(
                "ibv_post_recv",
                () -> {
                    if (core.state() == QpState.RESET || core.queues().srq() != null) {
                        return new Posted(0, Errno.of(Refusal.EINVAL));
                    }
                    Posted posted = core.receives().post(requests);
                    // In software nobody looks at the ring again.
                    if (core.state() == QpState.ERR && !core.hca().profile().software) {
                        core.flush();
                    }
                    home().world().progress();
                    return posted;
                });
    }

    @Override
    public ReceiveRing postReceiveRing(MrHandle region, int bytesEach) {
        SimulatedMr memory = context.mine(region, SimulatedMr.class);
        int most = core.init().capabilities().maxRecvWr();
        int buffers = RingMaker.buffers(memory, bytesEach, most);
        return call(
                "ibv_post_recv",
                () -> {
                    if (!core.takesReceives() || core.queues().srq() != null) {
                        throw Refusal.invalid(
                                "ibv_post_recv",
                                name(),
                                core.queues().srq() == null
                                        ? "bring it to INIT first, it is in " + core.state()
                                        : "make the ring on its shared receive queue");
                    }
                    BufferRing ring =
                            new BufferRing(this, memory, buffers, bytesEach, this::repost);
                    ReceiveRing told =
                            RingMaker.make("ibv_post_recv", core.pd(), core.receives(), ring);
                    home().world().progress();
                    return told;
                });
    }

    private int repost(List<ReceiveRequest> requests) {
        return core.takesReceives() ? core.receives().post(requests).count() : 0;
    }

    @Override
    public Optional<ReceiveRing> receiveRing() {
        return home().world().locked(() -> core.receives().ring().map(BufferRing::told));
    }
}

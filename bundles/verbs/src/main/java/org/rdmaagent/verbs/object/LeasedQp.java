// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ReceiveRing;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.SharedReceiveQueue;

/** A queue pair. */
final class LeasedQp extends LeasedObject<QpHandle> implements QueuePair {
    LeasedQp(Session session, QpHandle handle) {
        super(session, handle);
    }

    @Override
    public String device() {
        return identity().context().device();
    }

    @Override
    public QpNumber number() {
        return identity().number();
    }

    @Override
    public QpInit init() {
        return identity().init();
    }

    @Override
    public Optional<CompletionQueue> sendQueue() {
        return handle().sendCq().map(queue -> new LeasedCq(session(), queue));
    }

    @Override
    public Optional<CompletionQueue> receiveQueue() {
        return handle().recvCq().map(queue -> new LeasedCq(session(), queue));
    }

    @Override
    public Optional<SharedReceiveQueue> sharedReceiveQueue() {
        return handle().srq().map(queue -> new LeasedSrq(session(), queue));
    }

    @Override
    public void modify(QpAttributes attributes) {
        in("ibv_modify_qp").modify(attributes);
    }

    @Override
    public QpAttributes query(Set<QpAttribute> asked) {
        return in("ibv_query_qp").query(asked);
    }

    @Override
    public void attachMulticast(Gid mgid, Lid mlid) {
        QpHandle pair = in(MulticastRules.ATTACH);
        try {
            pair.attach(mgid, mlid);
        } catch (RdmaException e) {
            throw MulticastRules.attachRefused(e, pair, mgid, mlid);
        }
    }

    @Override
    public void detachMulticast(Gid mgid, Lid mlid) {
        QpHandle pair = in(MulticastRules.DETACH);
        try {
            pair.detach(mgid, mlid);
        } catch (RdmaException e) {
            throw MulticastRules.detachRefused(e, pair, mgid, mlid);
        }
    }

    @Override
    public List<MulticastAttachment> attachments() {
        return handle().attachments();
    }

    @Override
    public int postSend(List<SendRequest> requests) {
        String call = "ibv_post_send";
        QpHandle pair = in(call);
        return taken(
                call,
                requests.size(),
                pair.postSend(requests.stream().map(request -> bare(request, call)).toList()));
    }

    /** The provider knows its own address handles only. */
    private static SendRequest bare(SendRequest request, String call) {
        if (request.target() instanceof SendTarget.Datagram to) {
            return request.withTarget(
                    new SendTarget.Datagram(
                            Given.address(to.addressHandle(), call),
                            to.remoteQp(),
                            to.remoteQkey()));
        }
        return request;
    }

    @Override
    public int postReceive(List<ReceiveRequest> requests) {
        String call = "ibv_post_recv";
        return taken(call, requests.size(), in(call).postReceive(requests));
    }

    @Override
    public ReceiveRing postReceiveRing(MemoryRegion region, int bytesEach) {
        String call = "ibv_post_recv";
        QpHandle pair = in(call);
        return pair.postReceiveRing(Given.ring(region, bytesEach, pair.context(), call), bytesEach);
    }

    @Override
    public Optional<ReceiveRing> receiveRing() {
        return handle().receiveRing();
    }

    @Override
    public void close() {
        if (isOpen()) {
            QpEnding.of(identity()).run();
        }
    }
}

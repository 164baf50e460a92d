// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.Optional;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.GlobalRoute;
import org.rdmaagent.verbs.PortAttributes;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.WorkCompletionStatus;

/**
 * Carries datagrams. What cannot be delivered is lost without an error: nobody is there, another
 * Q_Key or partition, no receive posted. The world's lock is held.
 */
final class DatagramSends {
    private DatagramSends() {}

    static Verdict carry(QpCore qp, SendWork work) {
        if (!(work.request().target() instanceof SendTarget.Datagram target)
                || !(target.addressHandle() instanceof SimulatedAh handle)
                || handle.pd() != qp.pd()) {
            return Verdict.failure(WorkCompletionStatus.LOC_QP_OP_ERR);
        }
        AhAttributes way = handle.attributes();
        long length = SendEngine.length(work.request());
        PortAttributes port = qp.hca().port(way.portNum()).attributes();
        if (length > port.activeMtuBytes()) {
            // The kernel's software driver drops it and says nothing (IBTA C10-93.1.1).
            return qp.hca().profile().software
                    ? Verdict.success(length)
                    : Verdict.failure(WorkCompletionStatus.LOC_LEN_ERR);
        }
        Optional<byte[]> payload = SendEngine.payload(qp, work);
        if (payload.isEmpty()) {
            return Verdict.failure(SendEngine.localFailure(qp, work.request().segments()));
        }
        Message message =
                new Message(
                        work.request(),
                        payload.get(),
                        Optional.of(envelope(qp, way, port, payload.get().length)));
        spread(qp, way, target, message);
        return Verdict.success(length);
    }

    private static Message.Envelope envelope(
            QpCore qp, AhAttributes way, PortAttributes port, int length) {
        int lid = port.lid().value();
        return new Message.Envelope(
                Headers.of(qp.hca(), way, length),
                qp.number(),
                lid == 0 ? 0 : lid | way.srcPathBits(),
                way.sl(),
                way.dlid().value() & ((1 << port.lmc()) - 1));
    }

    private static void spread(
            QpCore qp, AhAttributes way, SendTarget.Datagram target, Message message) {
        // With the highest bit set the sender's own key is used (IBTA volume 1, section 10.2.5).
        boolean own = target.remoteQkey() < 0 && !qp.hca().profile().software;
        int qkey = own ? qp.fields().qkey() : target.remoteQkey();
        if (target.remoteQp().equals(QpNumber.MULTICAST)) {
            way.grh().ifPresent(route -> multicast(qp, way, route, qkey, message));
            return;
        }
        Addresses.destination(qp.hca(), way)
                .ifPresent(
                        there ->
                                there.hca()
                                        .queuePair(target.remoteQp())
                                        .filter(peer -> peer.fields().port() == there.port())
                                        .ifPresent(peer -> hand(qp, peer, qkey, message)));
    }

    /**
     * To every attached queue pair at an active port of the same kind, the sender included unless
     * it was made not to hear itself.
     */
    private static void multicast(
            QpCore qp, AhAttributes way, GlobalRoute route, int qkey, Message message) {
        SimulatedHca from = qp.hca();
        if (!from.isActive(way.portNum())) {
            return;
        }
        boolean ethernet = from.isEthernet(way.portNum());
        for (SimulatedHca hca : from.world().devices()) {
            for (QpCore peer : hca.multicast().members(route.dgid(), way.dlid(), ethernet)) {
                int port = peer.fields().port();
                boolean own = peer == qp && qp.init().blockMulticastLoopback();
                if (!own
                        && hca.hasPort(port)
                        && hca.isActive(port)
                        && hca.isEthernet(port) == ethernet) {
                    hand(qp, peer, qkey, message);
                }
            }
        }
    }

    private static void hand(QpCore qp, QpCore peer, int qkey, Message message) {
        boolean heard =
                peer.type() == QpType.UD
                        && peer.canReceive()
                        && peer.fields().qkey() == qkey
                        && PartitionKeys.match(QpModification.pkey(qp), QpModification.pkey(peer));
        if (heard) {
            peer.heard();
            Receiver.Outcome unused = Receiver.deliver(peer, message);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.List;
import java.util.Optional;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.NetworkHeader;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.WorkCompletion;

/** Sends messages back from the buffers that they came in. The world's lock is held. */
final class Replies {
    private Replies() {}

    /** Whether it was posted. */
    static boolean send(QueueEntry entry, BufferRing ring, int bytes) {
        QpCore qp = (QpCore) entry.by();
        SimulatedPd pd = qp.pd();
        if (qp.isDestroyed() || pd == null) {
            return false;
        }
        int head = BufferRing.head(qp.type());
        List<ScatterGather> data =
                bytes == 0
                        ? List.of()
                        : List.of(
                                new ScatterGather(
                                        ring.address(entry.buffer(), head),
                                        bytes,
                                        ring.region().lkey()));
        SendRequest plain = SendRequest.send(entry.completion().wrId(), data);
        Optional<SendRequest> request =
                target(qp, pd, entry, ring)
                        .map(plain::withTarget)
                        .filter(one -> SendCheck.refusal(qp, one) == 0);
        request.ifPresent(one -> post(qp, one, ring));
        return request.isPresent();
    }

    private static void post(QpCore qp, SendRequest request, BufferRing ring) {
        qp.post(SendWork.reply(request, ring));
        qp.hca().world().toSend(qp);
        boolean unused = qp.hca().world().progress();
    }

    private static Optional<SendTarget> target(
            QpCore qp, SimulatedPd pd, QueueEntry entry, BufferRing ring) {
        if (qp.type() != QpType.UD) {
            return Optional.of(new SendTarget.Peer());
        }
        WorkCompletion completion = entry.completion();
        try {
            AhAttributes way =
                    Addresses.ofCompletion(
                            qp.hca(),
                            "reply",
                            completion,
                            ring.start(entry.buffer(), NetworkHeader.BYTES),
                            qp.fields().port());
            return completion
                    .details()
                    .map(
                            told ->
                                    new SendTarget.Datagram(
                                            SimulatedAh.passing(pd, way),
                                            told.srcQp(),
                                            qp.fields().qkey()));
        } catch (RdmaException e) {
            // A message to a group tells no way back.
            return Optional.empty();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.Optional;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.NetworkHeader;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WorkCompletionOpcode;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** Puts messages into receive requests. The world's lock is held. */
final class Receiver {
    /** What became of a message. */
    enum Outcome {
        /** It is there. */
        DELIVERED,
        /** No receive request is posted. */
        NOT_READY,
        /** It is longer than the request. */
        TOO_LONG,
        /** The request's memory may not be written. */
        NO_ACCESS
    }

    private Receiver() {}

    /** A message comes; a request that cannot take it fails, and the queue pair with it. */
    static Outcome deliver(QpCore qp, Message message) {
        ReceiveRequest request = qp.source().peek();
        if (request == null) {
            return Outcome.NOT_READY;
        }
        Optional<Span> room =
                qp.hca().memory().find(qp.receivePd(), request.segments(), AccessFlag.LOCAL_WRITE);
        if (room.isEmpty()) {
            fail(qp, request, WorkCompletionStatus.LOC_PROT_ERR);
            return Outcome.NO_ACCESS;
        }
        int head = message.datagram().isPresent() ? NetworkHeader.BYTES : 0;
        long bytes = head + (long) message.payload().length;
        if (bytes > room.get().length()) {
            boolean lost = qp.type() == QpType.UD && qp.hca().profile().software;
            if (!lost) {
                fail(qp, request, WorkCompletionStatus.LOC_LEN_ERR);
            }
            return Outcome.TOO_LONG;
        }
        message.datagram().ifPresent(envelope -> room.get().write(0, envelope.header()));
        room.get().write(head, message.payload());
        complete(qp, request, message, WorkCompletionOpcode.RECV, bytes);
        return Outcome.DELIVERED;
    }

    /** A request completes that got no data. */
    static void complete(
            QpCore qp,
            ReceiveRequest request,
            Message message,
            WorkCompletionOpcode opcode,
            long bytes) {
        qp.takeReceive();
        qp.received(
                request,
                WorkCompletion.success(request.wrId(), qp.number(), message.details(opcode, bytes)),
                message.solicited());
    }

    private static void fail(QpCore qp, ReceiveRequest request, WorkCompletionStatus status) {
        qp.takeReceive();
        qp.received(
                request,
                WorkCompletion.failure(request.wrId(), status, status.code(), qp.number()),
                false);
        qp.enter(QpState.ERR);
    }
}

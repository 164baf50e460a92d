// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.CompletionDetails;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SendFlag;
import org.rdmaagent.verbs.SendOpcode;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.WorkCompletionOpcode;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** The sending side of a device: one request after the other. The world's lock is held. */
final class SendEngine {
    private SendEngine() {}

    /** Does what can be done now; whether anything moved. */
    static boolean run(QpCore qp, long now) {
        boolean moved = false;
        if (qp.state() == QpState.ERR || qp.state() == QpState.SQE) {
            moved = !qp.sends().isEmpty();
            qp.flushSends();
        }
        while (qp.state() == QpState.RTS && !qp.sends().isEmpty() && step(qp, now)) {
            moved = true;
        }
        return moved;
    }

    private static boolean step(QpCore qp, long now) {
        SendWork work = qp.sends().element();
        Verdict verdict =
                qp.type() == QpType.UD
                        ? DatagramSends.carry(qp, work)
                        : ConnectedSends.carry(qp, work, now);
        if (verdict.later()) {
            work.waitUntil(verdict.deadline(), verdict.status());
            if (!work.waited(now)) {
                return false;
            }
        }
        if (verdict.status() == WorkCompletionStatus.SUCCESS) {
            qp.sent(work, details(work.request(), verdict.bytes()));
        } else {
            qp.failSend(work, verdict.status());
            boolean sendOnly = qp.type() == QpType.UD || qp.type() == QpType.UC;
            boolean receives = sendOnly && !qp.hca().profile().software;
            qp.enter(receives ? QpState.SQE : QpState.ERR);
        }
        return true;
    }

    private static CompletionDetails details(SendRequest request, long bytes) {
        WorkCompletionOpcode opcode =
                switch (request.opcode()) {
                    case RDMA_WRITE, RDMA_WRITE_WITH_IMM -> WorkCompletionOpcode.RDMA_WRITE;
                    case RDMA_READ -> WorkCompletionOpcode.RDMA_READ;
                    case ATOMIC_CMP_AND_SWP -> WorkCompletionOpcode.COMP_SWAP;
                    case ATOMIC_FETCH_AND_ADD -> WorkCompletionOpcode.FETCH_ADD;
                    default -> WorkCompletionOpcode.SEND;
                };
        return new CompletionDetails(opcode, bytes, 0, new QpNumber(0), Set.of(), 0, 0, 0, 0);
    }

    static boolean isAtomic(SendOpcode opcode) {
        return opcode == SendOpcode.ATOMIC_CMP_AND_SWP || opcode == SendOpcode.ATOMIC_FETCH_AND_ADD;
    }

    /** How many bytes a request has. */
    static long length(SendRequest request) {
        return request.segments().stream().mapToLong(ScatterGather::length).sum();
    }

    /** The local memory of a request; empty if it may not be used so. */
    static Optional<Span> local(QpCore qp, SendRequest request) {
        boolean written = request.opcode() == SendOpcode.RDMA_READ || isAtomic(request.opcode());
        return qp.hca()
                .memory()
                .find(qp.pd(), request.segments(), written ? AccessFlag.LOCAL_WRITE : null);
    }

    /** What a request fails with whose memory may not be used. */
    static WorkCompletionStatus localFailure(QpCore qp, List<ScatterGather> segments) {
        return qp.hca().profile().software && !qp.hca().memory().known(qp.pd(), segments)
                ? WorkCompletionStatus.LOC_QP_OP_ERR
                : WorkCompletionStatus.LOC_PROT_ERR;
    }

    /** The bytes that a request sends; empty if they may not be read. */
    static Optional<byte[]> payload(QpCore qp, SendWork work) {
        return work.request().flags().contains(SendFlag.INLINE)
                ? Optional.of(work.inline())
                : local(qp, work.request()).map(Span::read);
    }
}

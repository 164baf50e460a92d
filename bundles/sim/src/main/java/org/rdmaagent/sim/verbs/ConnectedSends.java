// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SendOpcode;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** Carries requests of RC, UC and XRC to the other end. The world's lock is held. */
final class ConnectedSends {
    /**
     * The waits that the codes 0 to 31 of the RNR timer stand for, 10 us each (ibv_modify_qp(3)).
     */
    private static final int[] NOT_READY_UNITS = {
        65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024,
        1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152
    };

    private static final long ACK_UNIT_NANOS = 4096;
    private static final int FOR_EVER = 7;

    private ConnectedSends() {}

    static Verdict carry(QpCore qp, SendWork work, long now) {
        SendRequest request = work.request();
        boolean reliable = qp.type() != QpType.UC;
        boolean answered =
                request.opcode() == SendOpcode.RDMA_READ || SendEngine.isAtomic(request.opcode());
        if (answered && !reliable) {
            return Verdict.failure(WorkCompletionStatus.LOC_QP_OP_ERR);
        }
        if (tooLong(qp, request)) {
            return Verdict.failure(WorkCompletionStatus.LOC_LEN_ERR);
        }
        Optional<byte[]> payload = SendEngine.payload(qp, work);
        if (payload.isEmpty()) {
            return Verdict.failure(SendEngine.localFailure(qp, request.segments()));
        }
        boolean software = qp.hca().profile().software;
        if (software && !qp.hca().isActive(qp.fields().port())) {
            // It cannot hand its packet over.
            return Verdict.failure(WorkCompletionStatus.LOC_QP_OP_ERR);
        }
        Optional<QpCore> peer = peer(qp);
        if (peer.isEmpty()) {
            return reliable ? unanswered(qp, now) : Verdict.success(0);
        }
        peer.get().heard();
        Message message = new Message(request, payload.get(), Optional.empty());
        Verdict verdict = act(qp, peer.get(), message, now);
        return reliable || verdict.status() == WorkCompletionStatus.SUCCESS
                ? verdict
                : Verdict.success(0);
    }

    private static boolean tooLong(QpCore qp, SendRequest request) {
        long bytes = SendEngine.length(request);
        return bytes > qp.hca().port(qp.fields().port()).attributes().maxMsgSz()
                || (SendEngine.isAtomic(request.opcode()) && bytes != Long.BYTES);
    }

    /** The other end, if it is there, listens, and is connected to this one. */
    private static Optional<QpCore> peer(QpCore qp) {
        return Addresses.destination(qp.hca(), qp.fields().way())
                .flatMap(
                        there ->
                                there.hca()
                                        .queuePair(qp.fields().destination())
                                        .filter(QpCore::canReceive)
                                        .filter(peer -> peer.fields().port() == there.port())
                                        .filter(peer -> matches(qp, peer)));
    }

    private static boolean matches(QpCore qp, QpCore peer) {
        QpType wanted = qp.type() == QpType.XRC_SEND ? QpType.XRC_RECV : qp.type();
        Addresses.Reached here = new Addresses.Reached(qp.hca(), qp.fields().port());
        return peer.type() == wanted
                && peer.fields().destination().equals(qp.number())
                && PartitionKeys.match(QpModification.pkey(qp), QpModification.pkey(peer))
                && (qp.type() == QpType.UC
                        || (peer.fields().receivePsn() == qp.fields().sendPsn()
                                && Addresses.destination(peer.hca(), peer.fields().way())
                                        .filter(here::equals)
                                        .isPresent()));
    }

    private static Verdict unanswered(QpCore qp, long now) {
        int exponent = qp.fields().timeout();
        long wait = (ACK_UNIT_NANOS << exponent) * (qp.fields().retries() + 1);
        return Verdict.retry(
                exponent == 0 ? VerbsWorld.NEVER : now + wait, WorkCompletionStatus.RETRY_EXC_ERR);
    }

    private static Verdict notReady(QpCore qp, QpCore peer, long now) {
        int retries = qp.fields().notReadyRetries();
        long wait =
                TimeUnit.MICROSECONDS.toNanos(
                        10L * NOT_READY_UNITS[peer.fields().notReadyTimer()] * retries);
        return Verdict.retry(
                retries == FOR_EVER ? VerbsWorld.NEVER : now + wait,
                WorkCompletionStatus.RNR_RETRY_EXC_ERR);
    }

    private static Verdict act(QpCore qp, QpCore peer, Message message, long now) {
        SendOpcode opcode = message.request().opcode();
        if (opcode == SendOpcode.SEND || opcode == SendOpcode.SEND_WITH_IMM) {
            return send(qp, peer, message, now);
        }
        return switch (RemoteAccess.act(qp, peer, message)) {
            case DONE -> Verdict.success(SendEngine.length(message.request()));
            case NOT_READY -> later(qp, peer, now);
            case INVALID -> refused(qp, peer, WorkCompletionStatus.REM_INV_REQ_ERR);
            case NO_ACCESS -> refused(qp, peer, WorkCompletionStatus.REM_ACCESS_ERR);
        };
    }

    private static Verdict later(QpCore qp, QpCore peer, long now) {
        return qp.type() == QpType.UC ? Verdict.success(0) : notReady(qp, peer, now);
    }

    /** The other end answers no, and goes to the error state; UC drops what it cannot do. */
    private static Verdict refused(QpCore qp, QpCore peer, WorkCompletionStatus status) {
        if (qp.type() != QpType.UC && !qp.hca().profile().software) {
            peer.tell(
                    status == WorkCompletionStatus.REM_ACCESS_ERR
                            ? AsyncEventType.QP_ACCESS_ERR
                            : AsyncEventType.QP_REQ_ERR);
        }
        if (qp.type() != QpType.UC) {
            peer.enter(QpState.ERR);
        }
        return Verdict.failure(status);
    }

    private static Verdict send(QpCore qp, QpCore peer, Message message, long now) {
        if (peer.type() == QpType.XRC_RECV) {
            // It names no shared receive queue.
            return refused(qp, peer, WorkCompletionStatus.REM_INV_REQ_ERR);
        }
        return switch (Receiver.deliver(peer, message)) {
            case DELIVERED -> Verdict.success(message.payload().length);
            case NOT_READY -> later(qp, peer, now);
            case TOO_LONG -> Verdict.failure(WorkCompletionStatus.REM_INV_REQ_ERR);
            case NO_ACCESS -> Verdict.failure(WorkCompletionStatus.REM_OP_ERR);
        };
    }
}

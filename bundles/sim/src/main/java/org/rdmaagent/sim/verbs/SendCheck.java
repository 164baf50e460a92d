// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.Optional;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SendFlag;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;

/** What a send request is refused for while it is posted. The world's lock is held. */
final class SendCheck {
    private static final byte[] NOTHING = {};

    private SendCheck() {}

    /** The number of the error; 0 if there is none. */
    static int refusal(QpCore qp, SendRequest request) {
        QpState state = qp.state();
        if (state == QpState.RESET || state == QpState.INIT || state == QpState.RTR) {
            return Refusal.EINVAL;
        }
        if (!qp.hasSendPlace()) {
            return Refusal.ENOMEM;
        }
        if (request.segments().size() > qp.init().capabilities().maxSendSge()) {
            return qp.hca().profile().tooLarge;
        }
        boolean datagram = request.target() instanceof SendTarget.Datagram;
        if (datagram != (qp.type() == QpType.UD) && !isMemory(request)) {
            return Refusal.EINVAL;
        }
        if (request.target() instanceof SendTarget.Atomic atomic
                && atomic.address() % Long.BYTES != 0
                && qp.hca().profile().software) {
            return Refusal.EINVAL;
        }
        return switch (request.opcode()) {
            // There are no memory windows, so no key that could be taken back.
            case LOCAL_INV, SEND_WITH_INV -> Refusal.EINVAL;
            default -> inlineRefusal(qp, request);
        };
    }

    private static boolean isMemory(SendRequest request) {
        return request.target() instanceof SendTarget.Memory
                || request.target() instanceof SendTarget.Atomic;
    }

    private static int inlineRefusal(QpCore qp, SendRequest request) {
        if (!request.flags().contains(SendFlag.INLINE)) {
            return 0;
        }
        boolean sends =
                switch (request.opcode()) {
                    case SEND, SEND_WITH_IMM, RDMA_WRITE, RDMA_WRITE_WITH_IMM -> true;
                    default -> false;
                };
        if (!sends) {
            return Refusal.EINVAL;
        }
        long bytes = request.segments().stream().mapToLong(ScatterGather::length).sum();
        if (bytes > qp.init().capabilities().maxInlineData()) {
            return qp.hca().profile().tooLarge;
        }
        return qp.hca().memory().ofProcess(request.segments()).isPresent() ? 0 : Refusal.EINVAL;
    }

    /** The bytes of a request that is sent inline, else none. */
    static byte[] inlineBytes(QpCore qp, SendRequest request) {
        if (!request.flags().contains(SendFlag.INLINE)) {
            return NOTHING;
        }
        Optional<Span> bytes = qp.hca().memory().ofProcess(request.segments());
        return bytes.isPresent() ? bytes.get().read() : NOTHING;
    }
}

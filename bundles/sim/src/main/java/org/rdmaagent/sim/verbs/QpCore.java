// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.sim.mlx4.ObjectMemory;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.CompletionDetails;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.SendFlag;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** A queue pair of the device; several handles may be open on it. The world's lock is held. */
final class QpCore {
    private final SimulatedHca hca;
    private final QpQueues queues;
    private final QpInit init;
    private final QpNumber number;
    private final ReceiveQueue receives;
    private final ObjectMemory memory;
    private final QpFields fields = new QpFields();
    private final List<SimulatedQp> handles = new ArrayList<>();
    private final ArrayDeque<SendWork> sends = new ArrayDeque<>();
    private QpState state = QpState.RESET;
    private int sendPlaces;
    private int unreported;
    private boolean established;
    private boolean destroyed;

    /**
     * A queue pair in RESET.
     *
     * @param granted its sizes as granted
     * @param memory of its queues
     */
    QpCore(SimulatedHca hca, QpQueues queues, QpInit granted, ObjectMemory memory) {
        this.hca = hca;
        this.queues = queues;
        this.init = granted;
        this.memory = memory;
        this.receives =
                new ReceiveQueue(
                        hca.profile(),
                        granted.capabilities().maxRecvWr(),
                        granted.capabilities().maxRecvSge());
        this.number = new QpNumber(hca.add(this));
    }

    SimulatedHca hca() {
        return hca;
    }

    QpQueues queues() {
        return queues;
    }

    @Nullable SimulatedPd pd() {
        return queues.pd();
    }

    @Nullable SimulatedXrcd domain() {
        return queues.domain();
    }

    QpInit init() {
        return init;
    }

    QpType type() {
        return init.type();
    }

    QpNumber number() {
        return number;
    }

    QpFields fields() {
        return fields;
    }

    QpState state() {
        return state;
    }

    List<SimulatedQp> handles() {
        return handles;
    }

    ArrayDeque<SendWork> sends() {
        return sends;
    }

    ReceiveQueue receives() {
        return receives;
    }

    /** The receive requests that messages are put into. */
    ReceiveQueue source() {
        SimulatedSrq shared = queues.srq();
        return shared == null ? receives : shared.queue();
    }

    /** Whose memory receives are put into. */
    @Nullable SimulatedPd receivePd() {
        SimulatedSrq shared = queues.srq();
        return shared == null ? queues.pd() : (SimulatedPd) shared.pd();
    }

    /** Takes the next receive request off its queue. */
    void takeReceive() {
        SimulatedSrq shared = queues.srq();
        if (shared == null) {
            receives.take();
        } else {
            shared.take();
        }
    }

    /** Whether the last handle was closed. */
    boolean isDestroyed() {
        return destroyed;
    }

    /** Whether a receive can be posted that a message could come to. */
    boolean takesReceives() {
        return !destroyed && state != QpState.RESET && state != QpState.ERR;
    }

    boolean canReceive() {
        return state == QpState.RTR
                || state == QpState.RTS
                || state == QpState.SQD
                || state == QpState.SQE;
    }

    /** When the first request gives up waiting. */
    long deadline() {
        SendWork first = sends.peek();
        return first == null ? VerbsWorld.NEVER : first.deadline();
    }

    void tell(AsyncEventType type) {
        handles.forEach(handle -> SimulatedHca.tell(type, handle));
    }

    /** The first message came before the owner had brought it to RTS. */
    void heard() {
        if (state == QpState.RTR && !established && !hca.profile().software) {
            established = true;
            tell(AsyncEventType.COMM_EST);
        }
    }

    boolean hasSendPlace() {
        return sendPlaces < init.capabilities().maxSendWr();
    }

    void post(SendWork work) {
        sendPlaces++;
        sends.add(work);
    }

    /** The first send request is done. */
    void sent(SendWork work, CompletionDetails details) {
        sends.remove();
        if (!init.signalAll() && !work.request().flags().contains(SendFlag.SIGNALED)) {
            unreported++;
            return;
        }
        report(WorkCompletion.success(work.request().wrId(), number, details), work);
    }

    /** The first send request failed. */
    void failSend(SendWork work, WorkCompletionStatus status) {
        sends.remove();
        report(WorkCompletion.failure(work.request().wrId(), status, status.code(), number), work);
    }

    private void report(WorkCompletion completion, SendWork work) {
        int places = unreported + 1;
        unreported = 0;
        SimulatedCq cq = queues.sendCq();
        if (cq != null) {
            cq.push(
                    new QueueEntry(completion, this, work.ring(), () -> sendPlaces -= places),
                    false);
        }
    }

    /** A receive request completed. */
    void received(ReceiveRequest request, WorkCompletion completion, boolean solicited) {
        ReceiveQueue source = source();
        SimulatedCq cq = queues.recvCq();
        if (cq != null) {
            BufferRing ring = source.ringOf(request);
            cq.push(new QueueEntry(completion, this, ring, source::free), solicited);
        }
    }

    /** Goes to another state, with what belongs to it. */
    void enter(QpState next) {
        QpState before = state;
        state = next;
        if (next == QpState.RESET) {
            reset();
        } else if (next == QpState.ERR && before != QpState.ERR) {
            flush();
            if (queues.srq() != null && !hca.profile().software) {
                tell(AsyncEventType.QP_LAST_WQE_REACHED);
            }
        } else if (next == QpState.SQE) {
            flushSends();
        } else if (next == QpState.SQD
                && before == QpState.RTS
                && fields.answer(state, init.capabilities(), Set.of()).enSqdAsyncNotify()) {
            tell(AsyncEventType.SQ_DRAINED);
        }
    }

    /** Everything that waits completes with WR_FLUSH_ERR. */
    void flush() {
        flushSends();
        for (ReceiveRequest request : receives.drain()) {
            received(
                    request,
                    WorkCompletion.failure(
                            request.wrId(), WorkCompletionStatus.WR_FLUSH_ERR, 0, number),
                    false);
        }
    }

    /** The sends that wait complete with WR_FLUSH_ERR. */
    void flushSends() {
        while (!sends.isEmpty()) {
            failSend(sends.element(), WorkCompletionStatus.WR_FLUSH_ERR);
        }
    }

    private void reset() {
        cleanQueues();
        fields.clear();
        forgetSends();
        receives.reset();
        sendPlaces = 0;
        unreported = 0;
        established = false;
    }

    /** Buffers that were to be sent back are lost. */
    private void forgetSends() {
        for (SendWork work : sends) {
            if (work.ring() != null) {
                work.ring().lose((int) work.request().wrId());
            }
        }
        sends.clear();
    }

    private void cleanQueues() {
        if (queues.sendCq() != null) {
            queues.sendCq().clean(this);
        }
        if (queues.recvCq() != null) {
            queues.recvCq().clean(this);
        }
    }

    /** The last handle was closed. */
    void destroy() {
        destroyed = true;
        // In software nobody looks through the queues: what is there stays, with nobody behind it.
        if (!hca.profile().software) {
            cleanQueues();
        }
        forgetSends();
        hca.multicast().forget(this);
        hca.remove(this);
        memory.free();
    }
}

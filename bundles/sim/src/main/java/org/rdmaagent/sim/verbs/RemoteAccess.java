// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.Optional;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.SendOpcode;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.WorkCompletionOpcode;

/** Writes, reads and atomics at the memory of the other end. The world's lock is held. */
final class RemoteAccess {
    /** What the other end answers. */
    enum Answer {
        /** It is done. */
        DONE,
        /** No receive request is posted for the immediate data. */
        NOT_READY,
        /** The request makes no sense. */
        INVALID,
        /** The key, the address or the access is not allowed. */
        NO_ACCESS
    }

    private RemoteAccess() {}

    static Answer act(QpCore qp, QpCore peer, Message message) {
        SendTarget target = message.request().target();
        if (target instanceof SendTarget.Atomic atomic) {
            return atomic(qp, peer, message, atomic);
        }
        if (!(target instanceof SendTarget.Memory memory)) {
            return Answer.INVALID;
        }
        long length = SendEngine.length(message.request());
        boolean read = message.request().opcode() == SendOpcode.RDMA_READ;
        AccessFlag need = read ? AccessFlag.REMOTE_READ : AccessFlag.REMOTE_WRITE;
        if (unheardOf(peer, need)) {
            return Answer.INVALID;
        }
        Optional<Span> there = allowed(peer, memory.rkey(), memory.address(), length, need);
        if (there.isEmpty()) {
            return Answer.NO_ACCESS;
        }
        if (read) {
            SendEngine.local(qp, message.request())
                    .ifPresent(here -> here.write(0, there.get().read()));
            return Answer.DONE;
        }
        return write(peer, message, there.get());
    }

    /**
     * In software what a queue pair does not allow at all is an operation that it does not know.
     */
    private static boolean unheardOf(QpCore peer, AccessFlag need) {
        return peer.hca().profile().software
                && !peer.fields().access().qpAccessFlags().contains(need);
    }

    /** Without bytes neither key nor address matter. */
    private static Optional<Span> allowed(
            QpCore peer, int rkey, long address, long length, AccessFlag need) {
        if (!peer.fields().access().qpAccessFlags().contains(need)) {
            return Optional.empty();
        }
        return length == 0
                ? Optional.of(new Span())
                : peer.hca().memory().find(peer.pd(), rkey, address, length, need);
    }

    private static Answer write(QpCore peer, Message message, Span there) {
        boolean told = message.request().opcode() == SendOpcode.RDMA_WRITE_WITH_IMM;
        ReceiveRequest receive = told ? peer.source().peek() : null;
        if (told && receive == null) {
            return Answer.NOT_READY;
        }
        there.write(0, message.payload());
        if (receive != null) {
            Receiver.complete(
                    peer,
                    receive,
                    message,
                    WorkCompletionOpcode.RECV_RDMA_WITH_IMM,
                    message.payload().length);
        }
        return Answer.DONE;
    }

    private static Answer atomic(
            QpCore qp, QpCore peer, Message message, SendTarget.Atomic target) {
        if (target.address() % Long.BYTES != 0) {
            return Answer.INVALID;
        }
        Optional<Span> there =
                allowed(
                        peer,
                        target.rkey(),
                        target.address(),
                        Long.BYTES,
                        AccessFlag.REMOTE_ATOMIC);
        if (there.isEmpty()) {
            return Answer.NO_ACCESS;
        }
        long before = there.get().readLong();
        if (message.request().opcode() == SendOpcode.ATOMIC_FETCH_AND_ADD) {
            there.get().writeLong(before + target.compareAdd());
        } else if (before == target.compareAdd()) {
            there.get().writeLong(target.swap());
        }
        SendEngine.local(qp, message.request()).ifPresent(here -> here.writeLong(before));
        return Answer.DONE;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.selftest;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.Mtu;
import org.rdmaagent.verbs.Port;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;

/** Two queue pairs on one port, connected with each other, and memory for one message. */
final class LoopbackPair {
    /** What the network header takes of a datagram's buffer. */
    static final int HEADER_BYTES = 40;

    private static final int QKEY = 0x1234_5678;
    private static final int ENTRIES = 16;
    private static final QpCapabilities SIZES = new QpCapabilities(4, 4, 1, 1, 0);

    // ibv_modify_qp(3): codes and exponents of the usual examples of rdma-core.
    private static final int RNR_TIMER_640_US = 12;
    private static final int TIMEOUT_67_MS = 14;
    private static final int MOST_RETRIES = 7;
    private static final int FINITE_RNR_RETRIES = 6;

    private final QueuePair sender;
    private final QueuePair receiver;
    private final MemoryRegion source;
    private final MemoryRegion target;
    private final Optional<SendTarget> datagramTarget;

    private LoopbackPair(
            QueuePair sender,
            QueuePair receiver,
            MemoryRegion source,
            MemoryRegion target,
            Optional<SendTarget> datagramTarget) {
        this.sender = sender;
        this.receiver = receiver;
        this.source = source;
        this.target = target;
        this.datagramTarget = datagramTarget;
    }

    /**
     * Makes one; whatever was made stays on the context when it fails.
     *
     * @param bytes of a message
     * @throws RdmaException what verbs refuse
     * @throws IllegalArgumentException if there is no RC and the message does not fit a datagram
     */
    static LoopbackPair on(DeviceContext context, Port port, int bytes) {
        AhAttributes path = PortPath.of(port);
        ProtectionDomain domain = context.allocateProtectionDomain("selftest");
        CompletionQueue sent = context.createCompletionQueue("sent", ENTRIES, null, 0);
        CompletionQueue received = context.createCompletionQueue("received", ENTRIES, null, 0);
        QueuePair sender = make(domain, "selftest/sender", sent);
        QueuePair receiver =
                domain.createQueuePair(
                        "selftest/receiver", sender.init(), received, received, null);
        boolean datagrams = sender.init().type() == QpType.UD;
        if (datagrams && bytes > port.attributes().activeMtuBytes()) {
            throw new IllegalArgumentException(
                    context.device()
                            + " has no RC, and a datagram has 1.."
                            + port.attributes().activeMtuBytes()
                            + " bytes on "
                            + port.id()
                            + ", not "
                            + bytes);
        }
        MemoryRegion source =
                domain.registerMemory("source", bytes, Set.of(AccessFlag.LOCAL_WRITE));
        MemoryRegion target =
                domain.registerMemory(
                        "target",
                        bytes + (datagrams ? HEADER_BYTES : 0),
                        Set.of(AccessFlag.LOCAL_WRITE));
        Optional<SendTarget> to = Optional.empty();
        if (datagrams) {
            bringUpDatagrams(sender, port.id().port());
            bringUpDatagrams(receiver, port.id().port());
            to =
                    Optional.of(
                            new SendTarget.Datagram(
                                    domain.createAddressHandle("loopback", path),
                                    receiver.number(),
                                    QKEY));
        } else {
            connect(sender, receiver, path, port);
            connect(receiver, sender, path, port);
        }
        return new LoopbackPair(sender, receiver, source, target, to);
    }

    /** RC where the device has it. */
    private static QueuePair make(ProtectionDomain domain, String name, CompletionQueue queue) {
        try {
            return domain.createQueuePair(
                    name, new QpInit(QpType.RC, SIZES, true), queue, queue, null);
        } catch (RdmaException e) {
            if (!Set.of("EOPNOTSUPP", "ENOSYS", "EINVAL").contains(e.errno().name())) {
                throw e;
            }
            return domain.createQueuePair(
                    name, new QpInit(QpType.UD, SIZES, true), queue, queue, null);
        }
    }

    private static void bringUpDatagrams(QueuePair pair, int port) {
        pair.modify(
                QpAttributes.builder()
                        .qpState(QpState.INIT)
                        .pkeyIndex(0)
                        .portNum(port)
                        .qkey(QKEY)
                        .build());
        pair.modify(QpAttributes.ofState(QpState.RTR));
        pair.modify(QpAttributes.builder().qpState(QpState.RTS).sqPsn(0).build());
    }

    private static void connect(QueuePair pair, QueuePair other, AhAttributes path, Port port) {
        pair.modify(
                QpAttributes.builder()
                        .qpState(QpState.INIT)
                        .pkeyIndex(0)
                        .portNum(port.id().port())
                        .qpAccessFlags(Set.of())
                        .build());
        pair.modify(
                QpAttributes.builder()
                        .qpState(QpState.RTR)
                        .ahAttr(path)
                        .pathMtu(Mtu.ofBytes(port.attributes().activeMtuBytes()))
                        .destQpNum(other.number())
                        .rqPsn(0)
                        .maxDestRdAtomic(1)
                        .minRnrTimer(RNR_TIMER_640_US)
                        .build());
        pair.modify(
                QpAttributes.builder()
                        .qpState(QpState.RTS)
                        .timeout(TIMEOUT_67_MS)
                        .retryCnt(MOST_RETRIES)
                        .rnrRetry(FINITE_RNR_RETRIES)
                        .sqPsn(0)
                        .maxRdAtomic(1)
                        .build());
    }

    QpType transport() {
        return sender.init().type();
    }

    MemoryRegion source() {
        return source;
    }

    MemoryRegion target() {
        return target;
    }

    /** Where the message begins in the target. */
    int offset() {
        return datagramTarget.isPresent() ? HEADER_BYTES : 0;
    }

    CompletionQueue sent() {
        return sender.sendQueue().orElseThrow();
    }

    CompletionQueue received() {
        return receiver.receiveQueue().orElseThrow();
    }

    void postReceive(long id) {
        int unused =
                receiver.postReceive(
                        List.of(
                                new ReceiveRequest(
                                        id, List.of(target.segment(0, target.length())))));
    }

    void postSend(long id) {
        List<ScatterGather> whole = List.of(source.segment(0, source.length()));
        SendRequest message = SendRequest.send(id, whole);
        int unused =
                sender.postSend(List.of(datagramTarget.map(message::withTarget).orElse(message)));
    }
}

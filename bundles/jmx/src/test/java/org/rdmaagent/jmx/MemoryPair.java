// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmaagent.Errno;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ReceiveRing;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SharedReceiveQueue;

/** A queue pair in memory, ready to send, that can be attached to multicast groups if it is UD. */
final class MemoryPair implements QueuePair {
    private final String device;
    private final int number;
    private final QpType type;
    private final List<MulticastAttachment> groups = new ArrayList<>();
    String name = "feed";
    int port = 2;
    int queries;

    MemoryPair(String device, int number, QpType type) {
        this.device = device;
        this.number = number;
        this.type = type;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ObjectKind kind() {
        return ObjectKind.QUEUE_PAIR;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {}

    @Override
    public String device() {
        return device;
    }

    @Override
    public QpNumber number() {
        return new QpNumber(number);
    }

    @Override
    public QpInit init() {
        return new QpInit(type, new QpCapabilities(1, 2, 3, 4, 5), true);
    }

    @Override
    public Optional<CompletionQueue> sendQueue() {
        return Optional.empty();
    }

    @Override
    public Optional<CompletionQueue> receiveQueue() {
        return Optional.empty();
    }

    @Override
    public Optional<SharedReceiveQueue> sharedReceiveQueue() {
        return Optional.empty();
    }

    @Override
    public void modify(QpAttributes attributes) {}

    @Override
    public QpAttributes query(Set<QpAttribute> asked) {
        queries++;
        return QpAttributes.builder()
                .qpState(QpState.RTS)
                .portNum(port)
                .pkeyIndex(6)
                .qkey(0x8001_0002)
                .destQpNum(new QpNumber(77))
                .asked(asked)
                .build();
    }

    @Override
    public void attachMulticast(Gid mgid, Lid mlid) {
        if (type != QpType.UD) {
            throw new RdmaException(
                    "ibv_attach_mcast", Errno.of(22), name(), "only a datagram queue pair");
        }
        groups.add(new MulticastAttachment(mgid, mlid));
    }

    @Override
    public void detachMulticast(Gid mgid, Lid mlid) {
        if (!groups.remove(new MulticastAttachment(mgid, mlid))) {
            throw new RdmaException("ibv_detach_mcast", Errno.of(22), name(), "it is not attached");
        }
    }

    @Override
    public List<MulticastAttachment> attachments() {
        return List.copyOf(groups);
    }

    @Override
    public int postSend(List<SendRequest> requests) {
        return 0;
    }

    @Override
    public int postReceive(List<ReceiveRequest> requests) {
        return 0;
    }

    @Override
    public ReceiveRing postReceiveRing(MemoryRegion region, int bytesEach) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<ReceiveRing> receiveRing() {
        return Optional.empty();
    }
}

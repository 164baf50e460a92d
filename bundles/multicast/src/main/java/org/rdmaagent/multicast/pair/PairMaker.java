// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.pair;

import java.util.Set;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.CompletionChannel;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.NetworkHeader;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.ReceiveRing;

/** Makes the objects of a membership: domain, channel, queue, memory, queue pair, receives. */
final class PairMaker {
    private static final int SENDS = 64;

    /** Consoles do not show pairs of such names: they are gone at once. */
    static final String TRIAL = "selftest/multicast";

    /** RDMA_UDP_QKEY of rdma_cma.h; the group's own is set when it is known. */
    private static final int FIRST_QKEY = 0x01234567;

    private final DeviceContext context;
    private final JoinRequest request;
    private final String name;
    private final int port;
    private final int pkeyIndex;

    PairMaker(DeviceContext context, JoinRequest request, int port, int pkeyIndex) {
        this.context = context;
        this.request = request;
        this.name = request.name().orElseThrow();
        this.port = port;
        this.pkeyIndex = pkeyIndex;
    }

    static boolean isOn(QueuePair pair, int port) {
        return pair.query(Set.of(QpAttribute.PORT)).portNum() == port;
    }

    /** Whether one that is there does for a request. */
    static boolean isAsAsked(QueuePair pair, JoinRequest request) {
        if (request.loopback() && pair.init().blockMulticastLoopback()) {
            return false;
        }
        if (request.memberKind() == MemberKind.SEND_ONLY) {
            return true;
        }
        return pair.receiveRing()
                .filter(ring -> ring.buffers() == request.receiveBuffers())
                .filter(ring -> ring.bytesEach() == request.receiveBytes() + NetworkHeader.BYTES)
                .isPresent();
    }

    /** A pair in RTS, with its receives posted. */
    QueuePair make() {
        ProtectionDomain domain = context.allocateProtectionDomain(name);
        QpInit granted = granted(domain);
        int work = granted.capabilities().maxSendWr() + granted.capabilities().maxRecvWr();
        CompletionChannel channel = context.createCompletionChannel(name);
        CompletionQueue queue = context.createCompletionQueue(name, work, channel, 0);
        QueuePair pair =
                domain.createQueuePair(
                        name, init(granted.blockMulticastLoopback()), queue, queue, null);
        pair.modify(
                QpAttributes.builder()
                        .qpState(QpState.INIT)
                        .pkeyIndex(pkeyIndex)
                        .portNum(port)
                        .qkey(FIRST_QKEY)
                        .build());
        if (request.memberKind() == MemberKind.FULL_MEMBER) {
            postRing(domain, pair);
        }
        pair.modify(QpAttributes.ofState(QpState.RTR));
        pair.modify(QpAttributes.builder().qpState(QpState.RTS).sqPsn(0).build());
        return pair;
    }

    private void postRing(ProtectionDomain domain, QueuePair pair) {
        int each = request.receiveBytes() + NetworkHeader.BYTES;
        MemoryRegion memory =
                domain.registerMemory(
                        name,
                        (long) request.receiveBuffers() * each,
                        Set.of(AccessFlag.LOCAL_WRITE));
        ReceiveRing unused = pair.postReceiveRing(memory, each);
    }

    private QpInit init(boolean blocked) {
        return new QpInit(
                QpType.UD,
                new QpCapabilities(SENDS, request.receiveBuffers(), 1, 1, 0),
                true,
                blocked);
    }

    /**
     * What the driver grants, told by a pair that is gone at once: the queue must be large enough
     * for all that can be outstanding, and not every driver can keep own messages away.
     */
    private QpInit granted(ProtectionDomain domain) {
        if (!request.loopback()) {
            try {
                return attempt(domain, init(true));
            } catch (RdmaException e) {
                if (!e.errno().name().equals("EOPNOTSUPP")) {
                    throw e;
                }
            }
        }
        return attempt(domain, init(false));
    }

    private QpInit attempt(ProtectionDomain domain, QpInit init) {
        try (CompletionQueue queue = context.createCompletionQueue(TRIAL, 1, null, 0);
                QueuePair pair = domain.createQueuePair(TRIAL, init, queue, queue, null)) {
            return pair.init();
        }
    }
}

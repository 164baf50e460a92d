// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.jna.verbs.RdmaCoreVerbs;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.Posted;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.spi.verbs.VerbsLease;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.Mtu;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.WorkCompletion;

/** A context on the emulated device, and what the cases make on it; closes all of it. */
public final class Bench implements AutoCloseable {
    public static final String DEVICE = "mlx4_0";
    public static final int PORT = 1;
    public static final int QKEY = 0x1234;
    public static final QpCapabilities SIZES = new QpCapabilities(16, 16, 2, 2, 64);
    public static final Set<AccessFlag> ALL_ACCESS =
            Set.of(
                    AccessFlag.LOCAL_WRITE,
                    AccessFlag.REMOTE_WRITE,
                    AccessFlag.REMOTE_READ,
                    AccessFlag.REMOTE_ATOMIC);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    public final RdmaCoreVerbs library;
    public final VerbsLease lease;
    public final ContextHandle context;
    public final PdHandle pd;
    private int made;

    public Bench() {
        RdmaCoreVerbs.library();
        library = ChosenPorts.provider();
        lease = library.lease("cases");
        context = lease.open(DEVICE, "context");
        pd = context.allocPd("pd");
    }

    /** Its queues, as this JVM polls them. */
    public CompletionPorts ports() {
        return new ChosenPorts(library);
    }

    public String name() {
        return "object " + ++made;
    }

    public CqHandle cq(int entries) {
        return context.createCq(name(), entries, null, 0);
    }

    public MrHandle memory(long bytes) {
        return pd.registerMemory(name(), bytes, ALL_ACCESS);
    }

    public QpHandle qp(QpType type, CqHandle cq, @Nullable SrqHandle srq) {
        return pd.createQp(name(), new QpInit(type, SIZES, false), cq, cq, srq);
    }

    public QpHandle datagrams(CqHandle cq) {
        return ready(qp(QpType.UD, cq, null));
    }

    /** One whose sends report elsewhere: the queue can be read directly. */
    public QpHandle receiver(CqHandle receives) {
        return receiver(cq(SIZES.maxSendWr()), receives);
    }

    /** One with a queue for its sends and one for its receives. */
    public QpHandle receiver(CqHandle sends, CqHandle receives) {
        return ready(separate(QpType.UD, sends, receives));
    }

    /** One in RESET with a queue for its sends and one for its receives. */
    public QpHandle separate(QpType type, CqHandle sends, CqHandle receives) {
        return pd.createQp(name(), new QpInit(type, SIZES, false), sends, receives, null);
    }

    /** Brings a datagram queue pair from RESET to RTS. */
    public QpHandle ready(QpHandle qp) {
        qp.modify(
                QpAttributes.builder()
                        .qpState(QpState.INIT)
                        .pkeyIndex(0)
                        .portNum(PORT)
                        .qkey(QKEY)
                        .build());
        qp.modify(QpAttributes.ofState(QpState.RTR));
        qp.modify(QpAttributes.builder().qpState(QpState.RTS).sqPsn(0).build());
        return qp;
    }

    /** Brings a reliable connection from RESET to RTS. */
    public void connect(QpHandle qp, QpHandle to) {
        qp.modify(
                QpAttributes.builder()
                        .qpState(QpState.INIT)
                        .pkeyIndex(0)
                        .portNum(PORT)
                        .qpAccessFlags(ALL_ACCESS)
                        .build());
        qp.modify(
                QpAttributes.builder()
                        .qpState(QpState.RTR)
                        .ahAttr(AhAttributes.local(lid(), PORT))
                        .pathMtu(Mtu.MTU_2048)
                        .destQpNum(to.number())
                        .rqPsn(0)
                        .maxDestRdAtomic(4)
                        .minRnrTimer(1)
                        .build());
        qp.modify(
                QpAttributes.builder()
                        .qpState(QpState.RTS)
                        .timeout(8)
                        .retryCnt(1)
                        .rnrRetry(0)
                        .sqPsn(0)
                        .maxRdAtomic(4)
                        .build());
    }

    public Lid lid() {
        return library.queryPort(new PortId(DEVICE, PORT)).attributes().lid();
    }

    public static ScatterGather segment(MrHandle memory, long offset, long bytes) {
        return new ScatterGather(memory.address() + offset, bytes, memory.lkey());
    }

    public static void send(QpHandle qp, SendRequest request) {
        assertEquals(Posted.all(1), qp.postSend(List.of(request)));
    }

    public static void receive(QpHandle qp, ReceiveRequest request) {
        assertEquals(Posted.all(1), qp.postReceive(List.of(request)));
    }

    /** Polls until there are so many, or fails. */
    public static List<WorkCompletion> completions(CqHandle cq, int count) {
        List<WorkCompletion> found = new ArrayList<>();
        long start = System.nanoTime();
        while (found.size() < count) {
            List<WorkCompletion> some = cq.poll(count - found.size());
            found.addAll(some);
            if (some.isEmpty()) {
                if (System.nanoTime() - start > PATIENCE_NANOS) {
                    throw new AssertionError("waited for " + count + ", found only " + found);
                }
                Thread.onSpinWait();
            }
        }
        return found;
    }

    @Override
    public void close() {
        lease.close();
        library.close();
    }
}

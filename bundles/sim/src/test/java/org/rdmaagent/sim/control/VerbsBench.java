// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.AsyncNotice;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.VerbsLease;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.Mtu;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SendRequest;

/** An open simulated mlx4 in a world with a virtual clock. */
final class VerbsBench {
    static final String DEVICE = "mlx4_0";
    static final PortId PORT = new PortId(DEVICE, 1);
    static final int PSN = 77;
    static final QpCapabilities SIZES = new QpCapabilities(16, 16, 2, 2, 0);

    final SimulatedWorld world;
    final VerbsLease lease;
    final ContextHandle context;
    final PdHandle pd;
    final MrHandle memory;
    private int names;

    VerbsBench() {
        this(SmallFabric.world());
    }

    VerbsBench(SimulatedWorld world) {
        this.world = world;
        this.lease = world.verbsLibrary().lease("test");
        this.context = lease.open(DEVICE, "context");
        this.pd = context.allocPd("pd");
        this.memory = pd.registerMemory("memory", 8192, Set.of(AccessFlag.LOCAL_WRITE));
    }

    /** A queue pair and its completion queue. */
    record End(QpHandle qp, CqHandle cq) {
        QpState state() {
            return qp.query(Set.of()).qpState();
        }
    }

    DeviceFaults faults() {
        return world.deviceFaults();
    }

    End end(QpType type) {
        CqHandle cq = context.createCq("cq" + ++names, 63, null, 0);
        QpHandle qp = pd.createQp("qp" + names, new QpInit(type, SIZES, false), cq, cq, null);
        return new End(qp, cq);
    }

    AhAttributes way() {
        return AhAttributes.local(
                world.verbsLibrary().queryPort(PORT).attributes().lid(), PORT.port());
    }

    /** Two reliable connections to each other, ready to send. */
    End[] pair() {
        End[] pair = {end(QpType.RC), end(QpType.RC)};
        ready(pair[0], pair[1], PSN, PSN);
        ready(pair[1], pair[0], PSN, PSN);
        return pair;
    }

    void ready(End end, End peer, int receivePsn, int sendPsn) {
        end.qp()
                .modify(
                        QpAttributes.builder()
                                .qpState(QpState.INIT)
                                .portNum(PORT.port())
                                .pkeyIndex(0)
                                .qpAccessFlags(Set.of())
                                .build());
        end.qp()
                .modify(
                        QpAttributes.builder()
                                .qpState(QpState.RTR)
                                .ahAttr(way())
                                .pathMtu(Mtu.MTU_1024)
                                .destQpNum(peer.qp().number())
                                .rqPsn(receivePsn)
                                .maxDestRdAtomic(1)
                                .minRnrTimer(12)
                                .build());
        end.qp()
                .modify(
                        QpAttributes.builder()
                                .qpState(QpState.RTS)
                                .sqPsn(sendPsn)
                                .timeout(14)
                                .retryCnt(6)
                                .rnrRetry(2)
                                .maxRdAtomic(1)
                                .build());
    }

    ScatterGather piece(int length) {
        return new ScatterGather(memory.address(), length, memory.lkey());
    }

    void send(End end, long id) {
        end.qp().postSend(List.of(SendRequest.send(id, List.of(piece(8)))));
    }

    void receive(End end, long id) {
        end.qp().postReceive(List.of(new ReceiveRequest(id, List.of(piece(64)))));
    }

    /** The events that are waiting. */
    List<AsyncEventType> events() {
        return events(context);
    }

    static List<AsyncEventType> events(ContextHandle context) {
        return IntStream.range(0, 100)
                .mapToObj(any -> context.awaitAsync(0))
                .takeWhile(Optional::isPresent)
                .flatMap(Optional::stream)
                .map(AsyncNotice::type)
                .toList();
    }

    /** The errno of a call that is refused; empty if it is not. */
    static String errno(Runnable call) {
        try {
            call.run();
            return "";
        } catch (RdmaException e) {
            return e.errno().name();
        }
    }
}

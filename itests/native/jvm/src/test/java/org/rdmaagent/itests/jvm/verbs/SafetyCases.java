// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.spi.verbs.AhHandle;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.Posted;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.CqModeration;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.ScatterGather;
import org.rdmaagent.verbs.SendFlag;
import org.rdmaagent.verbs.SendOpcode;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.SrqAttributes;

/** What would end a C program: the JVM goes on, and says what was wrong. */
final class SafetyCases {
    private static final Gid GROUP = new Gid(0xff12_401b_ffff_0000L, 1);

    private SafetyCases() {}

    static List<NamedCase> all() {
        return List.of(
                new NamedCase("whatever is closed answers EBADF", SafetyCases::closed),
                new NamedCase("inline data of others is refused", SafetyCases::inline),
                new NamedCase("a target that does not fit is refused", SafetyCases::targets),
                new NamedCase("a closed address handle is refused", SafetyCases::closedHandle),
                new NamedCase("what is of another context is refused", SafetyCases::strangers),
                new NamedCase("old views of freed memory can be read", SafetyCases::oldViews),
                new NamedCase("posts in the wrong state are refused", SafetyCases::states),
                new NamedCase("a list stops at the first bad request", SafetyCases::partly),
                new NamedCase("huge and negative sizes are refused", SafetyCases::sizes));
    }

    private static void closed() {
        try (Bench bench = new Bench()) {
            CqHandle cq = bench.cq(16);
            SrqHandle srq = bench.pd.createSrq("srq", new SrqAttributes(16, 1, 0));
            QpHandle qp = bench.datagrams(cq);
            MrHandle memory = bench.memory(4096);
            ChannelHandle channel = bench.context.createChannel("channel");
            List<VerbsHandle> handles = bench.context.handles();
            bench.lease.close();
            for (VerbsHandle handle : handles) {
                assertFalse(handle.isOpen(), handle.toString());
                handle.close();
            }
            Refusals.refused("EBADF", () -> cq.poll(1));
            Refusals.refused("EBADF", cq::cqe);
            Refusals.refused("EBADF", () -> cq.resize(4));
            Refusals.refused("EBADF", () -> cq.ack(0));
            Refusals.refused("EBADF", () -> cq.moderate(new CqModeration(1, 1)));
            Refusals.refused("EBADF", () -> srq.armLimit(1));
            Refusals.refused("EBADF", srq::query);
            Refusals.refused("EBADF", () -> srq.postReceive(List.of()));
            Refusals.refused("EBADF", () -> qp.query(Set.of(QpAttribute.STATE)));
            Refusals.refused("EBADF", () -> qp.modify(QpAttributes.ofState(QpState.RESET)));
            Refusals.refused("EBADF", () -> qp.attach(GROUP, new Lid(0xc001)));
            Refusals.refused("EBADF", () -> qp.detach(GROUP, new Lid(0xc001)));
            Refusals.refused("EBADF", () -> qp.postSend(List.of()));
            Refusals.refused("EBADF", () -> qp.postReceive(List.of()));
            Refusals.refused("EBADF", memory::buffer);
            Refusals.refused("EBADF", () -> channel.await(0));
            Refusals.refused("EBADF", () -> bench.context.allocPd("pd"));
            Refusals.refused("EBADF", () -> bench.context.resources());
            Refusals.refused("EBADF", () -> bench.pd.registerMemory("m", 1, Set.of()));
        }
    }

    static SendRequest inlined(long address, long length, SendTarget target) {
        return new SendRequest(
                1,
                SendOpcode.SEND,
                Set.of(SendFlag.INLINE),
                List.of(new ScatterGather(address, length, 0)),
                0,
                target);
    }

    private static void inline() {
        try (Bench bench = new Bench()) {
            CqHandle cq = bench.cq(64);
            QpHandle qp = bench.datagrams(cq);
            MrHandle memory = bench.memory(4096);
            AhHandle ah = bench.pd.createAh("way", AhAttributes.local(bench.lid(), Bench.PORT));
            SendTarget to = new SendTarget.Datagram(ah, qp.number(), Bench.QKEY);
            long first = memory.address();
            for (SendRequest request :
                    List.of(
                            inlined(8, 8, to),
                            inlined(first - 1, 8, to),
                            inlined(first + 4090, 8, to),
                            inlined(-1, 8, to),
                            inlined(first, 0xffff_ffffL, to))) {
                Posted posted = qp.postSend(List.of(request));
                assertEquals(0, posted.count());
                assertEquals("EINVAL", posted.refusal().name());
            }
            assertEquals(Posted.all(1), qp.postSend(List.of(inlined(first + 4088, 8, to))));
            memory.close();
            assertEquals(0, qp.postSend(List.of(inlined(first, 8, to))).count());
        }
    }

    private static void targets() {
        try (Bench bench = new Bench()) {
            CqHandle cq = bench.cq(64);
            QpHandle datagrams = bench.datagrams(cq);
            QpHandle left = bench.qp(QpType.RC, cq, null);
            QpHandle right = bench.qp(QpType.RC, cq, null);
            bench.connect(left, right);
            AhHandle ah = bench.pd.createAh("way", AhAttributes.local(bench.lid(), Bench.PORT));
            SendRequest peer = SendRequest.send(1, List.of());
            SendRequest write =
                    new SendRequest(
                            1,
                            SendOpcode.RDMA_WRITE,
                            Set.of(),
                            List.of(),
                            0,
                            new SendTarget.Memory(0x1234_5678_9abcL, 1));
            SendRequest datagram =
                    peer.withTarget(new SendTarget.Datagram(ah, left.number(), Bench.QKEY));
            for (SendRequest wrong : List.of(peer, write)) {
                assertEquals("EINVAL", datagrams.postSend(List.of(wrong)).refusal().name());
            }
            assertEquals("EINVAL", left.postSend(List.of(datagram)).refusal().name());
        }
    }

    private static void closedHandle() {
        try (Bench bench = new Bench()) {
            QpHandle qp = bench.datagrams(bench.cq(64));
            AhHandle ah = bench.pd.createAh("way", AhAttributes.local(bench.lid(), Bench.PORT));
            SendTarget.Datagram to = new SendTarget.Datagram(ah, qp.number(), Bench.QKEY);
            ah.close();
            assertThrows(
                    IllegalArgumentException.class,
                    () -> qp.postSend(List.of(SendRequest.datagram(1, List.of(), to))));
        }
    }

    private static void strangers() {
        try (Bench bench = new Bench();
                Bench other = new Bench()) {
            CqHandle cq = bench.cq(16);
            CqHandle strange = other.cq(16);
            QpInit init = new QpInit(QpType.UD, Bench.SIZES, false);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> bench.pd.createQp("qp", init, cq, strange, null));
            ChannelHandle channel = other.context.createChannel("channel");
            assertThrows(
                    IllegalArgumentException.class,
                    () -> bench.context.createCq("cq", 1, channel, 0));
            AhHandle ah = other.pd.createAh("way", AhAttributes.local(bench.lid(), Bench.PORT));
            QpHandle qp = bench.datagrams(cq);
            SendTarget.Datagram to = new SendTarget.Datagram(ah, qp.number(), Bench.QKEY);
            assertThrows(
                    IllegalArgumentException.class,
                    () -> qp.postSend(List.of(SendRequest.datagram(1, List.of(), to))));
        }
    }

    private static void oldViews() {
        List<ByteBuffer> views = new ArrayList<>();
        try (Bench bench = new Bench()) {
            for (int i = 0; i < 100; i++) {
                MrHandle memory = bench.memory(1 << 16);
                ByteBuffer view = memory.buffer();
                view.putLong(0, 42);
                views.add(view.slice());
                memory.close();
            }
        }
        for (ByteBuffer view : views) {
            assertEquals(0, view.getLong(0));
            view.putLong(8, 1);
        }
    }

    private static void states() {
        try (Bench bench = new Bench()) {
            CqHandle cq = bench.cq(16);
            MrHandle memory = bench.memory(64);
            QpHandle qp = bench.qp(QpType.RC, cq, null);
            SendRequest send = SendRequest.send(1, List.of(Bench.segment(memory, 0, 8)));
            ReceiveRequest receive = new ReceiveRequest(1, List.of(Bench.segment(memory, 0, 8)));
            assertEquals("EINVAL", qp.postSend(List.of(send)).refusal().name());
            assertEquals("EINVAL", qp.postReceive(List.of(receive)).refusal().name());
            SrqHandle srq = bench.pd.createSrq("srq", new SrqAttributes(16, 1, 0));
            QpHandle shared = bench.qp(QpType.RC, cq, srq);
            bench.connect(shared, shared);
            assertEquals("EINVAL", shared.postReceive(List.of(receive)).refusal().name());
            assertEquals(Posted.all(1), srq.postReceive(List.of(receive)));
            assertEquals(Posted.all(0), shared.postSend(List.of()));
        }
    }

    private static void sizes() {
        int huge = Integer.MAX_VALUE;
        try (Bench bench = new Bench()) {
            for (int entries : new int[] {0, -1, Integer.MIN_VALUE, huge}) {
                Refusals.refused("EINVAL", () -> bench.cq(entries), "1 to");
            }
            CqHandle cq = bench.cq(16);
            Refusals.refused("EINVAL", () -> cq.resize(0), "1 to");
            Refusals.refused("EINVAL", () -> cq.resize(huge), "1 to");
            Refusals.refused(
                    "EINVAL",
                    () -> bench.context.createCq("cq", 1, null, bench.context.completionVectors()),
                    "vector");
            for (SrqAttributes sizes :
                    List.of(
                            new SrqAttributes(0, 1, 0),
                            new SrqAttributes(huge, 1, 0),
                            new SrqAttributes(1, huge, 0))) {
                Refusals.refused("EINVAL", () -> bench.pd.createSrq("srq", sizes), "1 to");
            }
            assertThrows(IllegalArgumentException.class, () -> bench.memory(0));
            Refusals.refused("ENOMEM", () -> bench.memory(Long.MAX_VALUE / 2));
            assertThrows(IllegalArgumentException.class, () -> cq.poll(0));
        }
    }

    private static void partly() {
        try (Bench bench = new Bench()) {
            CqHandle cq = bench.cq(64);
            QpHandle qp = bench.datagrams(cq);
            MrHandle memory = bench.memory(4096);
            int room = qp.init().capabilities().maxRecvWr();
            List<ReceiveRequest> requests = new ArrayList<>();
            for (int i = 0; i < room + 3; i++) {
                requests.add(new ReceiveRequest(i, List.of(Bench.segment(memory, 0, 4096))));
            }
            Posted posted = qp.postReceive(requests);
            assertEquals(room, posted.count());
            assertEquals("ENOMEM", posted.refusal().name());
            AhHandle ah = bench.pd.createAh("way", AhAttributes.local(new Lid(0xbeef), Bench.PORT));
            SendTarget.Datagram to = new SendTarget.Datagram(ah, QpNumber.MULTICAST, Bench.QKEY);
            SendRequest good = SendRequest.datagram(1, List.of(Bench.segment(memory, 0, 8)), to);
            SendRequest bad = good.withTarget(new SendTarget.Peer());
            Posted sends = qp.postSend(List.of(good, good, bad, good));
            assertEquals(2, sends.count());
            assertEquals("EINVAL", sends.refusal().name());
        }
    }
}

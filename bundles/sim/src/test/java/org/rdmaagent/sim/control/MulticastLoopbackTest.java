// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.verbs.AhHandle;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.WorkCompletion;

/** What is joined and attached is heard, by the sender itself only if it was made to. */
class MulticastLoopbackTest {
    private static final QpInit DEAF_TO_ITSELF =
            new QpInit(QpType.UD, VerbsBench.SIZES, false, true);

    private final CmBench members = new CmBench();
    private final VerbsBench bench = new VerbsBench(members.world);

    private VerbsBench.End member(String name, boolean deaf, JoinedGroup group) {
        CqHandle cq = bench.context.createCq(name, 63, null, 0);
        QpInit init = new QpInit(QpType.UD, VerbsBench.SIZES, false, deaf);
        VerbsBench.End end = new VerbsBench.End(bench.pd.createQp(name, init, cq, cq, null), cq);
        end.qp()
                .modify(
                        QpAttributes.builder()
                                .qpState(QpState.INIT)
                                .portNum(VerbsBench.PORT.port())
                                .pkeyIndex(0)
                                .qkey(group.qkey())
                                .build());
        end.qp().modify(QpAttributes.ofState(QpState.RTR));
        end.qp().modify(QpAttributes.builder().qpState(QpState.RTS).sqPsn(1).build());
        end.qp().attach(group.mgid(), group.mlid());
        bench.receive(end, 7);
        return end;
    }

    private void shout(VerbsBench.End from, AhHandle way, JoinedGroup group) {
        from.qp()
                .postSend(
                        List.of(
                                SendRequest.datagram(
                                        9,
                                        List.of(bench.piece(8)),
                                        new SendTarget.Datagram(
                                                way, group.remoteQp(), group.qkey()))));
    }

    private static List<Long> requests(VerbsBench.End end) {
        return end.cq().poll(10).stream().map(WorkCompletion::wrId).sorted().toList();
    }

    @Test
    void ownCopiesStayAwayFromOneThatWasMadeSo() {
        CmId id = members.id(CmBench.MLX4_1);
        JoinedGroup group = members.join(id, CmBench.GROUP);
        AhHandle way = bench.pd.createAh("way", group.address());
        VerbsBench.End deaf = member("deaf", true, group);
        VerbsBench.End hearing = member("hearing", false, group);
        shout(deaf, way, group);
        assertEquals(List.of(9L), requests(deaf));
        assertEquals(List.of(7L), requests(hearing));
        bench.receive(hearing, 8);
        shout(hearing, way, group);
        assertEquals(List.of(8L, 9L), requests(hearing));
        // It hears others.
        assertEquals(List.of(7L), requests(deaf));
    }

    @Test
    void onlyDatagramsHaveSuchAFlag() {
        CqHandle cq = bench.context.createCq("cq", 63, null, 0);
        QpInit init = new QpInit(QpType.RC, VerbsBench.SIZES, false, true);
        assertEquals("EINVAL", VerbsBench.errno(() -> bench.pd.createQp("qp", init, cq, cq, null)));
    }

    @Test
    void theSoftwareDriverHasNoSuchFlag() {
        ContextHandle context = bench.lease.open("rxe0", "rxe");
        PdHandle pd = context.allocPd("pd");
        CqHandle cq = context.createCq("cq", 63, null, 0);
        assertEquals(
                "EOPNOTSUPP",
                VerbsBench.errno(() -> pd.createQp("qp", DEAF_TO_ITSELF, cq, cq, null)));
    }
}

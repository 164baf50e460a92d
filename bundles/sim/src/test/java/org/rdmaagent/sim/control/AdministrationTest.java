// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rdmaagent.Gid;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.mad.McMemberComponent;
import org.rdmaagent.mad.McMemberRecord;
import org.rdmaagent.mad.NodeDescription;
import org.rdmaagent.mad.NodeInfo;
import org.rdmaagent.mad.NodeRecord;
import org.rdmaagent.mad.SaAnswer;
import org.rdmaagent.mad.SaAttribute;
import org.rdmaagent.mad.SaQuery;
import org.rdmaagent.mad.SaStatus;
import org.rdmaagent.sim.multicast.GroupTable;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadClass;
import org.rdmaagent.spi.MadReply;
import org.rdmaagent.spi.MadSession;

/** The simulated subnet administration has the habits that OpenSM was seen to have. */
@Timeout(60)
class AdministrationTest {
    private static final long MINUTE = 60_000_000_000L;
    private static final long KEY = 1;
    private static final Gid NONE = new Gid(0, 0);
    private static final McMemberRecord ANY = McMemberRecord.wanted(NONE, NONE, 0);
    private static final PortId PORT = new PortId("mlx4_0", 1);

    private final SimulatedWorld world =
            SimulatedWorld.defaultWorld(SimulationSettings.defaults().virtualClock(true));
    private final MadSession session = world.madTransport().open(PORT);
    private final int agent = session.register(MadClass.SUBN_ADM);
    private Lid sm = new Lid(1);
    private int transaction;

    private Optional<SaAnswer> ask(SaQuery query) {
        MadAddress to = new MadAddress(sm, 1, 0x8001_0000, 0);
        session.send(agent, to, query.withTransactionId(++transaction).toBytes(), 100);
        MadReply reply = session.receive(MINUTE);
        assertNotNull(reply);
        return reply.status() == 0 ? Optional.of(SaAnswer.decode(reply.mad())) : Optional.empty();
    }

    private static SaQuery get(McMemberRecord wanted, long mask) {
        int attribute = SaAttribute.MC_MEMBER_RECORD.code();
        return new SaQuery(SaQuery.GET, 0, attribute, 0, mask, wanted.encode());
    }

    private List<McMemberRecord> find(long key, McMemberRecord wanted, McMemberComponent... equal) {
        long mask = 0;
        for (McMemberComponent component : equal) {
            mask |= component.mask();
        }
        SaQuery query = SaQuery.table(SaAttribute.MC_MEMBER_RECORD, key, mask, wanted.encode());
        return ask(query).orElseThrow().records(McMemberRecord.SIZE).stream()
                .map(McMemberRecord::decode)
                .toList();
    }

    @Test
    void withoutTheKeyAGroupIsShownOnceAndItsMembersAreNot() {
        world.multicastFaults().populate(20);
        List<McMemberRecord> groups = find(0, ANY);
        assertEquals(21, groups.size());
        for (McMemberRecord group : groups) {
            assertEquals(group.groupOnly(), group);
        }
    }

    @Test
    void withTheKeyEveryMemberIsShown() {
        world.multicastFaults().populate(20);
        List<McMemberRecord> truth = world.administrationFaults().members();
        assertTrue(truth.size() > 21);
        assertEquals(truth, find(KEY, ANY));
    }

    @Test
    void fiveThousandGroupsComeInOneAnswer() {
        world.multicastFaults().populate(4_999);
        List<McMemberRecord> groups = find(0, ANY);
        assertEquals(5_000, groups.size());
        assertEquals(
                world.administrationFaults().members().stream()
                        .map(McMemberRecord::groupOnly)
                        .distinct()
                        .toList(),
                groups);
    }

    @Test
    void aPortThatIsNamedIsFoundByAnyoneAndItsJoinStateByGuessing() {
        McMemberRecord own = world.administrationFaults().members().get(0);
        McMemberComponent[] both = {McMemberComponent.MGID, McMemberComponent.PORT_GID};
        McMemberComponent[] three = {
            McMemberComponent.MGID, McMemberComponent.PORT_GID, McMemberComponent.JOIN_STATE
        };
        assertEquals(GroupTable.BROADCAST, own.mgid());
        assertEquals(List.of(own.groupOnly()), find(0, own, both));
        assertEquals(List.of(own.groupOnly()), find(0, own, three));
        McMemberRecord sender = McMemberRecord.wanted(own.mgid(), own.portGid(), 8);
        assertEquals(List.of(), find(0, sender, three));
        McMemberRecord stranger = McMemberRecord.wanted(own.mgid(), new Gid(1, 2), 0);
        assertEquals(List.of(), find(0, stranger, both));
    }

    @Test
    void everyComponentThatIsAskedForCounts() {
        world.multicastFaults().populate(200);
        List<McMemberRecord> truth = world.administrationFaults().members();
        McMemberRecord wanted = truth.get(150);
        for (McMemberComponent component :
                List.of(
                        McMemberComponent.MLID,
                        McMemberComponent.QKEY,
                        McMemberComponent.RATE,
                        McMemberComponent.SL,
                        McMemberComponent.JOIN_STATE)) {
            List<McMemberRecord> expected =
                    truth.stream().filter(record -> component.equal(record, wanted)).toList();
            assertNotEquals(truth.size(), expected.size(), component.name());
            assertEquals(expected, find(KEY, wanted, component), component.name());
        }
    }

    @Test
    void aGetWantsExactlyOne() {
        world.multicastFaults().populate(2);
        McMemberRecord known = McMemberRecord.wanted(GroupTable.BROADCAST, NONE, 0);
        McMemberRecord unknown = McMemberRecord.wanted(new Gid(-1, 5), NONE, 0);
        long mgid = McMemberComponent.MGID.mask();
        assertEquals(1, ask(get(known, mgid)).orElseThrow().records(McMemberRecord.SIZE).size());
        assertEquals(SaStatus.NO_RECORDS.code(), ask(get(unknown, mgid)).orElseThrow().status());
        assertEquals(SaStatus.TOO_MANY_RECORDS.code(), ask(get(known, 0)).orElseThrow().status());
        assertEquals(List.of(), find(0, unknown, McMemberComponent.MGID));
    }

    @Test
    void nodesAreFoundByThePortThatTheyAreSeenFrom() {
        SaQuery all = SaQuery.all(SaAttribute.NODE_RECORD, 0);
        List<NodeRecord> nodes = nodes(all);
        assertEquals(
                world.topology().nodes().stream()
                        .flatMap(node -> node.ports().stream())
                        .filter(port -> port.lid().isUnicast())
                        .count(),
                nodes.size());
        NodeRecord wanted = nodes.get(17);
        NodeInfo byPort =
                new NodeInfo(0, 0, Guid.ZERO, Guid.ZERO, wanted.info().portGuid(), 0, 0, 0, 0, 0);
        NodeRecord question = new NodeRecord(0, byPort, new NodeDescription(""));
        assertEquals(List.of(wanted), nodes(nodeQuery(question, NodeRecord.MASK_PORT_GUID)));
        assertEquals(List.of(wanted), nodes(nodeQuery(wanted, NodeRecord.MASK_LID)));
        SaAnswer refused = ask(nodeQuery(wanted, 1 << 14)).orElseThrow();
        assertEquals(SaStatus.INVALID_REQUEST.code(), refused.status());
    }

    private static SaQuery nodeQuery(NodeRecord wanted, long mask) {
        return SaQuery.table(SaAttribute.NODE_RECORD, 0, mask, wanted.encode());
    }

    private List<NodeRecord> nodes(SaQuery query) {
        return ask(query).orElseThrow().records(NodeRecord.SIZE).stream()
                .map(NodeRecord::decode)
                .toList();
    }

    @Test
    void whatItDoesNotKnowAndAWrongKeyGetNoAnswer() {
        assertTrue(ask(new SaQuery(SaQuery.GET_TABLE, 0, 0x77, 0, 0, new byte[0])).isEmpty());
        assertTrue(ask(new SaQuery(0x13, 0, 0x38, 0, 0, new byte[0])).isEmpty());
        assertTrue(ask(SaQuery.all(SaAttribute.MC_MEMBER_RECORD, 9)).isEmpty());
        world.administrationFaults().smKey(9);
        assertFalse(ask(SaQuery.all(SaAttribute.MC_MEMBER_RECORD, 9)).isEmpty());
        assertTrue(ask(SaQuery.all(SaAttribute.MC_MEMBER_RECORD, KEY)).isEmpty());
    }

    @Test
    void itIsFoundOnlyWhereThePortSeesTheSubnetManager() {
        SaQuery all = SaQuery.all(SaAttribute.MC_MEMBER_RECORD, 0);
        assertFalse(ask(all).isEmpty());
        sm = new Lid(50);
        assertTrue(ask(all).isEmpty());
        world.deviceFaults().smChange(PORT, sm);
        assertFalse(ask(all).isEmpty());
        world.deviceFaults().portDown(PORT);
        assertTrue(ask(all).isEmpty());
        world.deviceFaults().portUp(PORT);
        assertFalse(ask(all).isEmpty());
        LinkEnd here = new LinkEnd(world.topology().origin().orElseThrow(), 1);
        world.faults().linkDown(here);
        assertTrue(ask(all).isEmpty());
    }

    @Test
    void itCanBeSilentOrAnswerWithAnError() {
        SaQuery all = SaQuery.all(SaAttribute.MC_MEMBER_RECORD, 0);
        AdministrationFaults faults = world.administrationFaults();
        faults.silent(true);
        assertTrue(ask(all).isEmpty());
        faults.silent(false);
        faults.status(SaStatus.BUSY);
        assertTrue(SaStatus.busy(ask(all).orElseThrow().status()));
        assertEquals(List.of(), ask(all).orElseThrow().records(McMemberRecord.SIZE));
        faults.clear();
        assertEquals(0, ask(all).orElseThrow().status());
        world.faults().lossEverywhere(1_000_000);
        assertTrue(ask(all).isEmpty());
        assertThrows(IllegalArgumentException.class, () -> faults.status(0x1_0000));
        assertThrows(IllegalArgumentException.class, () -> faults.smKey(0));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.sa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.mad.McMemberRecord;
import org.rdmaagent.multicast.MulticastGroup;
import org.rdmaagent.multicast.MulticastMember;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.rdmaagent.spi.MadSession;
import org.rdmaagent.verbs.DeviceService;

/** What is asked of the simulated subnet is what is there. */
@Timeout(60)
class SubnetAdministrationTest {
    private static final PortId PORT = new PortId("mlx4_0", 1);
    private static final long SM_KEY = 1;
    private static final Gid BROADCAST = new Gid(0xff12_401b_ffff_0000L, 0xffff_ffffL);
    private static final Gid NOBODYS = new Gid(0xff12_401b_ffff_0000L, 0x7777L);

    private final SimulatedWorld world =
            SimulatedWorld.defaultWorld(SimulationSettings.defaults().virtualClock(true));

    private SubnetAdministration asked(long smKey) {
        return new SubnetAdministration(
                world.madTransport(), SubnetPorts.ofDevices(devices()), () -> smKey);
    }

    private DeviceService devices() {
        return new SimulatedPorts(world.verbsLibrary());
    }

    private List<McMemberRecord> truth() {
        return world.administrationFaults().members();
    }

    private static void assertRefused(String errno, String words, Runnable question) {
        RdmaException refusal = assertThrows(RdmaException.class, question::run);
        assertEquals(errno, refusal.errno().name(), refusal.getMessage());
        assertTrue(refusal.remedy().contains(words), refusal.remedy());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 100, 4_999})
    void theGroupsAreThoseOfTheTable(int others) {
        world.multicastFaults().populate(others);
        List<MulticastGroup> groups = asked(0).groups(PORT);
        assertEquals(truth().stream().map(MemberRecords::group).distinct().toList(), groups);
        assertEquals(others + 1, groups.size());
        MulticastGroup broadcast =
                groups.stream()
                        .filter(group -> group.mgid().equals(BROADCAST))
                        .findFirst()
                        .orElseThrow();
        assertEquals(2048, broadcast.mtuBytes());
        assertEquals(0x0b1b, broadcast.qkey());
        assertEquals(0xffff, broadcast.pkey());
        assertTrue(groups.stream().allMatch(group -> group.mlid().isMulticast()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4_999})
    void withTheKeyTheMembersAreThoseOfTheTableWithTheNamesOfTheirNodes(int others) {
        world.multicastFaults().populate(others);
        Map<Long, String> names = namesByGuid();
        List<MulticastMember> expected =
                truth().stream()
                        .map(
                                record ->
                                        MemberRecords.member(
                                                record,
                                                record.portGid(),
                                                record.joinState(),
                                                names.getOrDefault(
                                                        record.portGid().interfaceId(), "no node")))
                        .toList();
        assertEquals(expected, asked(SM_KEY).members(PORT, Optional.empty()));
        assertTrue(expected.size() > others);
    }

    private Map<Long, String> namesByGuid() {
        return world.topology().nodes().stream()
                .flatMap(
                        node ->
                                node.ports().stream()
                                        .map(port -> Map.entry(port.guid(), node.description())))
                .collect(
                        Collectors.toMap(
                                entry -> entry.getKey().value(),
                                Map.Entry::getValue,
                                (one, other) -> one));
    }

    @Test
    void withoutTheKeyThereIsOneMemberForEachGroupAndItHasNoPort() {
        world.multicastFaults().populate(10);
        List<MulticastMember> members = asked(0).members(PORT, Optional.empty());
        assertEquals(asked(0).groups(PORT), members.stream().map(MulticastMember::group).toList());
        for (MulticastMember member : members) {
            assertTrue(member.portGid().isZero());
            assertFalse(member.fullMember());
            assertEquals("", member.nodeName());
        }
    }

    @Test
    void theMembersOfOneGroupAreFound() {
        world.multicastFaults().populate(10);
        Gid mgid = truth().get(truth().size() - 1).mgid();
        List<MulticastMember> members = asked(SM_KEY).members(PORT, Optional.of(mgid));
        assertEquals(
                truth().stream()
                        .filter(record -> record.mgid().equals(mgid))
                        .map(McMemberRecord::portGid)
                        .toList(),
                members.stream().map(MulticastMember::portGid).toList());
        assertTrue(members.stream().noneMatch(member -> member.nodeName().isEmpty()));
        assertEquals(List.of(), asked(SM_KEY).members(PORT, Optional.of(NOBODYS)));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, SM_KEY})
    void aPortKnowsWhatItIsItself(long smKey) {
        MulticastMember own = asked(smKey).membershipOf(PORT, BROADCAST).orElseThrow();
        assertEquals(BROADCAST, own.group().mgid());
        assertEquals(truth().get(0).portGid(), own.portGid());
        assertTrue(own.fullMember());
        assertFalse(own.nonMember() || own.sendOnlyNonMember() || own.sendOnlyFullMember());
        assertEquals("host1 mlx4_0", own.nodeName());
        assertEquals(Optional.empty(), asked(smKey).membershipOf(PORT, NOBODYS));
    }

    @Test
    void itGoesWhereThePortSeesTheSubnetManagerNow() {
        int before = asked(0).groups(PORT).size();
        world.deviceFaults().smChange(PORT, new Lid(77));
        assertEquals(before, asked(0).groups(PORT).size());
    }

    @Test
    void aSilentOneIsAskedThreeTimesInNineSeconds() {
        world.administrationFaults().silent(true);
        assertRefused("ETIMEDOUT", "no answer to 3 questions", () -> asked(0).groups(PORT));
        try (MadSession session = world.madTransport().open(PORT)) {
            assertEquals(9_000_000_000L, session.nanoTime());
        }
    }

    @Test
    void aWrongKeyLooksLikeSilenceAndIsNamed() {
        assertRefused(
                "ETIMEDOUT",
                "is the SM_Key the right one",
                () -> asked(5).members(PORT, Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({
        "0x0001, answers that it is busy",
        "0x0100, 'status 0x0100: it has no resources left'",
        "0x0500, 'status 0x0500: the GID is invalid'",
        "0x0700, 'status 0x0700: the request is denied'"
    })
    void anErrorIsToldInWords(String status, String words) {
        world.administrationFaults().status(Integer.decode(status));
        assertRefused("EPROTO", words, () -> asked(0).groups(PORT));
    }

    @Test
    void noRecordsAreAnEmptyList() {
        world.administrationFaults().status(0x0300);
        assertEquals(List.of(), asked(0).groups(PORT));
    }

    @Test
    void questionsThatGetLostAreAskedAgain() {
        world.faults().lossEverywhere(300_000);
        int answers = 0;
        for (int round = 0; round < 200; round++) {
            try {
                assertEquals(1, asked(0).groups(PORT).size());
                answers++;
            } catch (RdmaException e) {
                assertEquals("ETIMEDOUT", e.errno().name());
            }
        }
        // One in 37 loses all three.
        assertTrue(answers > 180, answers + " of 200");
    }

    @Test
    void aPortWithoutASubnetManagerSaysSo() {
        SubnetPorts none = session -> new SubnetPort(Lid.NONE, 0, new Gid(0, 0));
        SubnetAdministration asked = new SubnetAdministration(world.madTransport(), none, () -> 0);
        assertRefused("ENODATA", "there is no subnet manager", () -> asked.groups(PORT));
    }

    @ParameterizedTest
    @CsvSource({
        "rxe0, 1, EPROTONOSUPPORT, there is no subnet administration on Ethernet",
        "mlx4_0, 3, ENODEV, use",
        "mlx5_9, 1, ENODEV, use"
    })
    void otherPortsAreRefused(String device, int port, String errno, String words) {
        assertRefused(errno, words, () -> asked(0).groups(new PortId(device, port)));
    }

    @Test
    void aPortTellsTheSameOfItselfAsItsDevice() {
        try (MadSession session = world.madTransport().open(PORT)) {
            SubnetPort told = SubnetPorts.ofDevices(devices()).port(session);
            assertEquals(new Lid(1), told.smLid());
            SubnetPort own = SubnetPorts.ofManagement().port(session);
            assertEquals(told.smLid(), own.smLid());
            assertEquals(told.smSl(), own.smSl());
            assertEquals(told.gid().interfaceId(), own.gid().interfaceId());
        }
    }

    @Test
    void aPortThatLibibverbsDoesNotKnowIsAskedItself() {
        world.deviceFaults().unplug("mlx4_0");
        try (MadSession session = world.madTransport().open(PORT)) {
            SubnetPort told = SubnetPorts.ofDevices(devices()).port(session);
            assertEquals(SubnetPorts.ofManagement().port(session), told);
            assertEquals(new Lid(1), told.smLid());
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmaagent.RdmaException;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.rdmaagent.spi.completion.PollingWay;

/** The contract of completion ports and of thread scheduling on the simulation. */
class SimulatedPortContractTest {
    private final SimulatedWorld world = SimulatedWorld.defaultWorld(SimulationSettings.defaults());

    private SimulatedRig mlx4() {
        return new SimulatedRig(world, "mlx4_0", 1, 0, EnumSet.allOf(Trait.class));
    }

    private SimulatedRig rxe(int gidIndex) {
        return new SimulatedRig(
                world,
                "rxe0",
                1,
                gidIndex,
                EnumSet.complementOf(EnumSet.of(Trait.OVERSIZE_DATAGRAM_FAILS)));
    }

    private static Stream<DynamicTest> tests(ContractRig rig) {
        return CompletionPortContract.cases(rig).stream()
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> one.run(rig)));
    }

    @TestFactory
    Stream<DynamicTest> infiniBand() {
        return tests(mlx4());
    }

    @TestFactory
    Stream<DynamicTest> roceWithIpv4() {
        return tests(rxe(1));
    }

    @TestFactory
    Stream<DynamicTest> roceWithIpv6() {
        return tests(rxe(2));
    }

    @TestFactory
    Stream<DynamicTest> schedulingAsRoot() {
        return scheduling();
    }

    @TestFactory
    Stream<DynamicTest> schedulingAsAnOrdinaryUser() {
        world.ordinaryUser(true);
        return scheduling();
    }

    private Stream<DynamicTest> scheduling() {
        return SchedulingContract.cases().stream()
                .map(
                        one ->
                                DynamicTest.dynamicTest(
                                        one.name(), () -> one.run(world.threadScheduling())));
    }

    @Test
    void anOrdinaryUserIsToldWhatItTakes() {
        world.ordinaryUser(true);
        var scheduling = world.threadScheduling();
        assertEquals(
                "EPERM",
                assertThrows(RdmaException.class, () -> scheduling.fifo(50)).errno().name());
        assertEquals(
                "EACCES",
                assertThrows(RdmaException.class, () -> scheduling.nice(-1)).errno().name());
        assertEquals(
                "ENOMEM", assertThrows(RdmaException.class, scheduling::lockMemory).errno().name());
        world.ordinaryUser(false);
        scheduling.fifo(50);
        assertEquals("fifo:50", scheduling.priority());
    }

    @ParameterizedTest
    @EnumSource(names = {"PEEK", "DIRECT"})
    void aSimulatedQueueHasNoMemoryThatCouldBeRead(PollingWay way) {
        mlx4().library().lease("ways").open("mlx4_0", "ways").createCq("silent", 4, null, 0);
        var ports = world.completionPorts();
        var refusal =
                assertThrows(
                        RdmaException.class, () -> ports.open(ports.queues().get(0), "loop", way));
        assertEquals("EOPNOTSUPP", refusal.errno().name());
        assertEquals("mlx4_0 cq ways:silent", refusal.subject());
        assertEquals(
                "a simulated queue has no memory that could be read: poll it another way (port ="
                        + " auto in the file of the loop)",
                refusal.remedy());
    }

    /** Where that cannot be had the best way is taken: the cases hold all the same. */
    @TestFactory
    Stream<DynamicTest> openedDirectWhereItCanBe() {
        ContractRig rig =
                new SimulatedRig(
                        world, "mlx4_0", 1, 0, EnumSet.allOf(Trait.class), PollingWay.DIRECT);
        return PortOpenCases.cases().stream()
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> one.run(rig)));
    }

    @Test
    void everyCaseRunsOnTheSimulatedMlx4() {
        assertEquals(List.of(), CompletionPortContract.omitted(mlx4()));
    }

    @Test
    void namesAreUniqueAcrossTheContracts() {
        List<String> names =
                Stream.concat(VerbsContract.all().stream(), CompletionPortContract.all().stream())
                        .map(ContractCase::name)
                        .toList();
        assertEquals(names.size(), new HashSet<>(names).size());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;

/** The contract on the simulated devices. */
class SimulatedContractTest {
    /** What the simulated mlx4 does not do: mlx4_ib cannot change the size of an SRQ. */
    private static final Set<Trait> NOT_MLX4 = EnumSet.of(Trait.SRQ_RESIZE);

    /** What the simulated rxe does not do, as the kernel's. */
    private static final Set<Trait> NOT_RXE =
            EnumSet.of(
                    Trait.WORK_QUEUES,
                    Trait.WORK_QUEUE_STATES,
                    Trait.XRC,
                    Trait.CQ_MODERATION,
                    Trait.PARTITION_CHECKED,
                    Trait.DEPTH_CHECKED,
                    Trait.LATE_RECEIVES_FLUSHED,
                    Trait.OWN_QKEY,
                    Trait.ESTABLISHED_EVENT,
                    Trait.ACCESS_EVENT,
                    Trait.LAST_REQUEST_EVENT,
                    Trait.OVERSIZE_DATAGRAM_FAILS,
                    Trait.SEND_QUEUE_ERROR);

    private final SimulatedWorld world = SimulatedWorld.defaultWorld(SimulationSettings.defaults());

    private SimulatedRig mlx4() {
        return new SimulatedRig(
                world, "mlx4_0", 1, 0, EnumSet.complementOf(EnumSet.copyOf(NOT_MLX4)));
    }

    private SimulatedRig rxe(int gidIndex) {
        return new SimulatedRig(
                world, "rxe0", 1, gidIndex, EnumSet.complementOf(EnumSet.copyOf(NOT_RXE)));
    }

    private static Stream<DynamicTest> tests(ContractRig rig) {
        return VerbsContract.cases(rig).stream()
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

    @Test
    void everyCaseRunsOnOneOfTheDevices() {
        List<ContractCase> left = new ArrayList<>(VerbsContract.omitted(mlx4()));
        left.retainAll(VerbsContract.omitted(rxe(1)));
        assertEquals(List.of(), left);
    }

    @Test
    void whatIsLeftOutIsLeftOutForADocumentedDifference() {
        Set<Trait> lacking =
                VerbsContract.omitted(rxe(1)).stream()
                        .flatMap(one -> one.needs().stream())
                        .filter(NOT_RXE::contains)
                        .collect(Collectors.toSet());
        assertEquals(new TreeSet<>(NOT_RXE), new TreeSet<>(lacking));
    }

    @Test
    void namesAreUnique() {
        List<String> names = VerbsContract.all().stream().map(ContractCase::name).toList();
        assertEquals(names.size(), new HashSet<>(names).size());
    }
}

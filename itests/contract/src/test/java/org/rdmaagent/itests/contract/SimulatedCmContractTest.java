// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.rdmaagent.PortId;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.rdmaagent.spi.cm.CmLibrary;

/** The contract of the connection manager on the simulated devices. */
class SimulatedCmContractTest {
    private static final GroupAddress IPV6 = GroupAddress.parse("ff0e::77:1");
    private static final GroupAddress RAW = GroupAddress.parse("mgid:ff12:a01b:ffff::77");
    private static final GroupAddress RAW_IPV4 = GroupAddress.parse("mgid:::ffff:239.77.9.9");

    private record Rig(
            CmLibrary manager,
            PortId port,
            Set<CmTrait> traits,
            List<GroupAddress> otherGroups,
            Map<GroupAddress, String> refusedGroups)
            implements CmRig {}

    private final SimulatedWorld world = SimulatedWorld.defaultWorld(SimulationSettings.defaults());

    private CmRig mlx4() {
        return new Rig(
                world.cmLibrary(),
                new PortId("mlx4_0", 1),
                Set.of(CmTrait.INFINIBAND),
                List.of(IPV6, RAW, GroupAddress.SA_ASSIGNED),
                Map.of());
    }

    private CmRig rxe() {
        return new Rig(
                world.cmLibrary(),
                new PortId("rxe0", 1),
                Set.of(CmTrait.ETHERNET),
                List.of(RAW_IPV4),
                Map.of(IPV6, "ENOTSUPP", RAW, "ENOTSUPP", GroupAddress.SA_ASSIGNED, "EINVAL"));
    }

    private static Stream<DynamicTest> tests(CmRig rig) {
        return CmContract.cases(rig).stream()
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> one.run(rig)));
    }

    @TestFactory
    Stream<DynamicTest> infiniBand() {
        return tests(mlx4());
    }

    @TestFactory
    Stream<DynamicTest> roce() {
        return tests(rxe());
    }

    @Test
    void everyCaseRunsOnOneOfTheDevices() {
        List<CmCase> left = new ArrayList<>(CmContract.omitted(mlx4()));
        left.retainAll(CmContract.omitted(rxe()));
        assertEquals(List.of(), left);
    }

    @Test
    void namesAreUnique() {
        List<String> names = CmContract.all().stream().map(CmCase::name).toList();
        assertEquals(names.size(), new HashSet<>(names).size());
    }
}

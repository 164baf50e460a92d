// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.spi.verbs.VerbsLease;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.DeviceNodeType;
import org.rdmaagent.verbs.ExtendedDeviceAttributes;

/** What the drivers tell beyond {@code ibv_query_device}, and that it fits the rest. */
class DeviceDetailsTest {
    private final SimulatedWorld world = SmallFabric.world();

    private Device device(String name) {
        return world.verbsLibrary().queryDevice(name);
    }

    @Test
    void theBoardIsTheOneOfSysfs() throws IOException {
        String file = "/sys/class/infiniband/mlx4_0/board_id";
        assertEquals(world.operatingSystem().readText(file), device("mlx4_0").boardId() + "\n");
        assertEquals("", device("rxe0").boardId());
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlx4_0", "rxe0"})
    void theVectorsAreThoseOfAContext(String name) {
        try (VerbsLease lease = world.verbsLibrary().lease("details")) {
            assertEquals(
                    lease.open(name, "context").completionVectors(),
                    device(name).completionVectors());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlx4_0", "rxe0"})
    void bothAreChannelAdaptersWhateverTheLinkBelow(String name) {
        assertEquals(DeviceNodeType.CA, device(name).nodeType());
        assertEquals(DeviceNodeType.CA.transport(), device(name).transport());
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlx4_0", "rxe0"})
    void theExtendedAttributesSayNothingElseThanTheOthers(String name) {
        Device device = device(name);
        ExtendedDeviceAttributes extended = device.extendedAttributes().orElseThrow();
        assertEquals(device.attributes().physPortCnt(), extended.physPortCntEx());
        assertEquals(device.attributes().deviceCapFlags(), extended.deviceCapFlagsEx());
    }

    @Test
    void onlyTheAdapterHasReceiveWorkQueuesAndAClock() {
        ExtendedDeviceAttributes card = device("mlx4_0").extendedAttributes().orElseThrow();
        assertTrue(card.maxWqTypeRq() > 0);
        assertTrue(Long.bitCount(card.rssCaps().maxRwqIndirectionTableSize()) == 1);
        assertTrue(card.hcaCoreClock() > 0);
        assertTrue(card.cqModCaps().maxCqCount() > 0);
        ExtendedDeviceAttributes software = device("rxe0").extendedAttributes().orElseThrow();
        assertEquals(0, software.maxWqTypeRq());
        assertEquals(0, software.rssCaps().maxRwqIndirectionTableSize());
        assertEquals(0, software.hcaCoreClock());
        assertEquals(0, software.cqModCaps().maxCqCount());
    }
}

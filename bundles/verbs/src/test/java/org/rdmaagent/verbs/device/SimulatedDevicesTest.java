// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.LinkLayer;

/** The devices of the simulated host, through the service that users see. */
class SimulatedDevicesTest {
    private final ProvidedDevices devices = new ProvidedDevices();

    @BeforeEach
    void bind() {
        devices.bindLibrary(
                SimulatedWorld.defaultWorld(SimulationSettings.defaults().virtualClock(true))
                        .verbsLibrary());
    }

    @Test
    void thereAreAnInfiniBandDeviceWithTwoPortsAndARoceDevice() {
        assertEquals(List.of("mlx4_0", "rxe0"), devices.deviceNames());
        Device mlx4 = devices.device("mlx4_0");
        assertEquals("sim", mlx4.provider());
        assertEquals(2, mlx4.attributes().physPortCnt());
        assertEquals(
                LinkLayer.INFINIBAND,
                devices.port(new PortId("mlx4_0", 1)).attributes().linkLayer());
        assertEquals(
                LinkLayer.ETHERNET, devices.port(new PortId("rxe0", 1)).attributes().linkLayer());
        assertNotEquals(HealthGrade.CRITICAL, devices.check().grade(), devices.check().text());
    }

    @Test
    void whatIsNotThereIsAnErrorWithItsNumber() {
        assertErrno("ENODEV", () -> devices.device("mlx9_9"));
        assertErrno("ENODEV", () -> devices.port(new PortId("mlx9_9", 1)));
        assertErrno("EINVAL", () -> devices.port(new PortId("mlx4_0", 3)));
    }

    private static void assertErrno(String name, org.junit.jupiter.api.function.Executable call) {
        assertEquals(name, assertThrows(RdmaException.class, call).errno().name());
    }
}

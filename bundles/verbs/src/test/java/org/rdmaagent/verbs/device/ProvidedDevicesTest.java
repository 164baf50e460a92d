// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmaagent.PortId;
import org.rdmaagent.PortState;
import org.rdmaagent.RdmaException;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.Device;

class ProvidedDevicesTest {
    private final ProvidedDevices devices = new ProvidedDevices();

    @Test
    void withoutAProviderThereIsNoDeviceAndTheErrorSaysWhatIsMissing() {
        assertEquals(List.of(), devices.devices());
        assertEquals(List.of(), devices.deviceNames());
        RdmaException error = assertThrows(RdmaException.class, () -> devices.device("mlx4_0"));
        assertEquals("ENODEV", error.errno().name());
        assertTrue(error.remedy().contains("libibverbs"), error.remedy());
        assertThrows(RdmaException.class, () -> devices.port(new PortId("mlx4_0", 1)));
        assertHealth(HealthGrade.WARN, "NativeLibraries");
    }

    @Test
    void devicesComeInTheOrderOfTheirNames() {
        devices.bindLibrary(
                new FewDevices().with("mlx5_1", PortState.ACTIVE).with("mlx4_0", PortState.ACTIVE));
        assertEquals(
                List.of("mlx4_0", "mlx5_1"), devices.devices().stream().map(Device::name).toList());
        assertHealth(HealthGrade.OK, "2 devices, 2 active");
    }

    @Test
    void aDeviceThatDoesNotAnswerHidesNoOther() {
        devices.bindLibrary(new FewDevices().with("mlx5_1", PortState.ACTIVE).withBroken("zz_0"));
        assertEquals(List.of("mlx5_1", "zz_0"), devices.deviceNames());
        assertEquals(1, devices.devices().size());
        assertHealth(HealthGrade.WARN, "1 device, 1 active; ibv_query_device on zz_0 failed: EIO");
    }

    @Test
    void aPortThatIsNotActiveIsNamedWithWhatToDo() {
        devices.bindLibrary(
                new FewDevices().with("mlx4_0", PortState.ACTIVE, PortState.DOWN, PortState.INIT));
        assertHealth(HealthGrade.WARN, "mlx4_0/2 is DOWN (POLLING): check the cable");
        assertHealth(HealthGrade.WARN, "mlx4_0/3 is INIT (LINK_UP): no subnet manager");
    }

    @Test
    void noDeviceAtAllIsAWarningAndOnlySilentOnesAreCritical() {
        devices.bindLibrary(new FewDevices());
        assertHealth(HealthGrade.WARN, "no RDMA device");
        devices.bindLibrary(new FewDevices().withBroken("mlx5_0"));
        assertHealth(HealthGrade.CRITICAL, "0 devices, 0 active; ibv_query_device on mlx5_0");
    }

    @Test
    void theHealthCheckNeverThrows() {
        // a library without any answer: every call of it throws
        devices.bindLibrary(
                (VerbsLibrary)
                        java.lang.reflect.Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {VerbsLibrary.class},
                                (proxy, method, arguments) -> {
                                    throw new IllegalStateException("unloaded");
                                }));
        assertHealth(HealthGrade.CRITICAL, "unloaded");
    }

    @Test
    void aLateUnbindOfTheOldLibraryLeavesTheNewOne() {
        FewDevices old = new FewDevices();
        FewDevices next = new FewDevices().with("mlx4_0", PortState.ACTIVE);
        devices.bindLibrary(old);
        devices.bindLibrary(next);
        devices.unbindLibrary(old);
        assertEquals("mlx4_0", devices.device("mlx4_0").name());
        devices.unbindLibrary(next);
        assertEquals(List.of(), devices.devices());
    }

    private void assertHealth(HealthGrade grade, String part) {
        var result = devices.check();
        assertEquals("devices", result.name());
        assertEquals(grade, result.grade(), result.text());
        assertTrue(result.text().contains(part), result.text());
    }
}

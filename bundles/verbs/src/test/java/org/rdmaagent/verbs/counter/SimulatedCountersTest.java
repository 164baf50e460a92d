// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rdmaagent.PortId;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.rdmaagent.verbs.CounterValue;

/** The counters of the simulated host: its files must be as the kernel's are. */
class SimulatedCountersTest {
    private static final PortId PORT = new PortId("mlx4_0", 1);

    private final SimulatedWorld world =
            SimulatedWorld.defaultWorld(SimulationSettings.defaults().virtualClock(true));
    private final SysfsCounters counters =
            new SysfsCounters(
                    new CounterSettings("/sys", Duration.ZERO),
                    InstantSource.system(),
                    System::nanoTime);

    @BeforeEach
    void bind() {
        counters.bindOperatingSystem(world.operatingSystem());
    }

    @Test
    void everyRowOfAnInfiniBandPortHasAValue() {
        Map<String, CounterValue> values = read(PORT);
        for (PortCounter row : PortCounter.values()) {
            CounterValue value = Objects.requireNonNull(values.get(row.userName()));
            assertTrue(value.available(), value.toString());
            assertEquals(row.extendedWidthBits(), value.widthBits(), row.toString());
        }
    }

    @Test
    void trafficMovesTheCountersAndDataIsInBytes() {
        CounterValue before = Objects.requireNonNull(read(PORT).get("xmitDataBytes"));
        world.advance(Duration.ofSeconds(10));
        CounterValue after = Objects.requireNonNull(read(PORT).get("xmitDataBytes"));
        assertTrue(after.value() > before.value(), before + " " + after);
        assertEquals(0, after.value() % 4);
    }

    @Test
    void thePortsOfAllDevicesCanBeReadAndHaveHardwareCounters() {
        for (PortId port : new PortId[] {PORT, new PortId("mlx4_0", 2), new PortId("rxe0", 1)}) {
            assertTrue(
                    read(port).values().stream()
                            .filter(value -> value.source().startsWith("hw_counters/"))
                            .allMatch(CounterValue::available),
                    port.toString());
        }
    }

    private Map<String, CounterValue> read(PortId port) {
        Map<String, CounterValue> values = new HashMap<>();
        counters.snapshot(port).values().forEach(value -> values.put(value.name(), value));
        return values;
    }
}

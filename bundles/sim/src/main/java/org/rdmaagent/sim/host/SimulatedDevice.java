// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.host;

import java.util.List;
import java.util.Map;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.Port;

/** A device of the simulated host. Immutable but for what the fabric and the clock change. */
public interface SimulatedDevice {
    /** Its name, such as {@code mlx4_0}. */
    String name();

    /** What {@code ibv_query_device} tells. */
    Device device();

    /** Its ports, from 1. */
    int portCount();

    /** What {@code ibv_query_port} tells of a port in 1..portCount, now. */
    Port port(int number);

    /** The text of NodeDescription. */
    String description();

    /** Further files in the device's folder of sysfs, by relative path, with their text. */
    Map<String, String> driverFiles();

    /** The files in a port's {@code counters}; empty where the kernel makes no such folder. */
    List<CounterRow> counters(int number);

    /** The files in a port's {@code hw_counters}. */
    List<CounterRow> hardwareCounters(int number);
}

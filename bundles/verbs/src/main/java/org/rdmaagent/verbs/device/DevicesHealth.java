// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.device;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;
import org.rdmaagent.PortState;
import org.rdmaagent.RdmaException;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.Port;

/** The health check {@code devices}: whether there are devices, and whether their ports are up. */
final class DevicesHealth {
    static final String NO_LIBRARY =
            "no provider serves libibverbs: see NativeLibraries of rdma:type=Agent for what is"
                    + " missing, or start with --provider sim";

    private final List<String> complaints = new ArrayList<>();
    private int activePorts;
    private int silentDevices;

    private DevicesHealth() {}

    /** Looks now; never throws. */
    static HealthResult of(@Nullable VerbsLibrary library) {
        if (library == null) {
            return result(HealthGrade.WARN, NO_LIBRARY);
        }
        try {
            return new DevicesHealth().judge(library);
        } catch (RuntimeException e) {
            // A provider on its way out may throw anything; health is told by value.
            return result(HealthGrade.CRITICAL, "the devices cannot be listed: " + e);
        }
    }

    private HealthResult judge(VerbsLibrary library) {
        DeviceSurvey survey = DeviceSurvey.of(library);
        for (RdmaException failure : survey.failures()) {
            silentDevices++;
            complaints.add(String.valueOf(failure.getMessage()));
        }
        for (Device device : survey.devices()) {
            for (int number = 1; number <= device.attributes().physPortCnt(); number++) {
                judgePort(library, new PortId(device.name(), number));
            }
        }
        int count = survey.devices().size();
        if (count == 0 && silentDevices == 0) {
            return result(
                    HealthGrade.WARN,
                    "no RDMA device: is the adapter seated (lspci) and its driver loaded (rdma"
                            + " link)?");
        }
        String sum = count + (count == 1 ? " device, " : " devices, ") + activePorts + " active";
        if (complaints.isEmpty()) {
            return result(HealthGrade.OK, sum);
        }
        return result(
                count == 0 ? HealthGrade.CRITICAL : HealthGrade.WARN,
                sum + "; " + String.join("; ", complaints));
    }

    private void judgePort(VerbsLibrary library, PortId id) {
        try {
            Port port = library.queryPort(id);
            if (port.attributes().state() == PortState.ACTIVE) {
                activePorts++;
            } else {
                complaints.add(PortAdvice.of(port));
            }
        } catch (RdmaException e) {
            complaints.add(String.valueOf(e.getMessage()));
        }
    }

    private static HealthResult result(HealthGrade grade, String text) {
        return new HealthResult("devices", grade, text);
    }
}

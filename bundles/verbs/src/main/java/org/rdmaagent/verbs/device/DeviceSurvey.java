// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.device;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.Device;

/**
 * Every device asked once: one that does not answer (a firmware reset, a removal just now) must not
 * hide the others.
 *
 * @param devices those that answered, by name
 * @param failures what the others said
 */
record DeviceSurvey(List<Device> devices, List<RdmaException> failures) {
    static DeviceSurvey of(VerbsLibrary library) {
        List<Device> devices = new ArrayList<>();
        List<RdmaException> failures = new ArrayList<>();
        for (String name : library.deviceNames().stream().sorted().toList()) {
            try {
                devices.add(library.queryDevice(name));
            } catch (RdmaException e) {
                failures.add(e);
            }
        }
        return new DeviceSurvey(List.copyOf(devices), List.copyOf(failures));
    }
}

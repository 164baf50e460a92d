// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.HashMap;
import java.util.Map;
import org.rdmaagent.fabric.FabricPort;

/**
 * Makes equal values one object: most switches' ports with the same number say the same, and the
 * hosts of a subnet have few names for their adapters.
 */
final class SharedValues {
    private final Map<FabricPort, FabricPort> ports = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();

    /** A port that has neither GUID nor LID is like many others. */
    FabricPort port(FabricPort port) {
        if (port.guid().value() != 0 || port.lid().value() != 0) {
            return port;
        }
        FabricPort earlier = ports.putIfAbsent(port, port);
        return earlier == null ? port : earlier;
    }

    String text(String text) {
        String earlier = texts.putIfAbsent(text, text);
        return earlier == null ? text : earlier;
    }
}

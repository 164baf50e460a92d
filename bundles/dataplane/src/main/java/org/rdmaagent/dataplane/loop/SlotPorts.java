// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.CompletionWait;

/** The open ports of a loop's queues. Used by the loop's thread. */
final class SlotPorts {
    private SlotPorts() {}

    static boolean any(Slot[] slots) {
        for (Slot slot : slots) {
            if (slot.port() != null) {
                return true;
            }
        }
        return false;
    }

    static List<CompletionPort> of(Slot[] slots) {
        List<CompletionPort> all = new ArrayList<>();
        for (Slot slot : slots) {
            CompletionPort port = slot.port();
            if (port != null) {
                all.add(port);
            }
        }
        return all;
    }

    /** By the one who made them; a loop has the ports of one provider at a time. */
    static CompletionWait await(Slot[] slots, List<CompletionPort> ports) {
        for (Slot slot : slots) {
            CompletionPorts source = slot.source();
            if (source != null) {
                return source.await(ports);
            }
        }
        throw new IllegalStateException("there are no ports to wait for: " + ports);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.Port;

/** What a provider says that only answers questions. */
class VerbsLibraryTest {
    @Test
    void aProviderThatMakesNoObjectsSaysSo() {
        RdmaException refused =
                assertThrows(RdmaException.class, () -> new OnlyQuestions().lease("multicast"));
        assertEquals("EOPNOTSUPP", refused.errno().name());
        assertEquals("multicast", refused.subject());
    }

    private static final class OnlyQuestions implements VerbsLibrary {
        @Override
        public List<String> deviceNames() {
            return List.of();
        }

        @Override
        public Device queryDevice(String name) {
            throw new RdmaException("ibv_open_device", Errno.of(19), name, "there is none");
        }

        @Override
        public Port queryPort(PortId port) {
            throw new RdmaException("ibv_open_device", Errno.of(19), port.device(), "none");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.os;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WakeFileTest {
    @Test
    void aWakeIsSeenOnceAndNoneAfterTheEnd() {
        WakeFile file = WakeFile.open("a test");
        assertFalse(file.clear());
        file.wake();
        file.wake();
        assertTrue(file.clear());
        assertFalse(file.clear());
        file.close();
        file.close();
        file.wake();
        assertFalse(file.clear());
    }
}

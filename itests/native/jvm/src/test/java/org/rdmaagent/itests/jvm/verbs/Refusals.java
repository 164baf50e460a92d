// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;
import org.rdmaagent.RdmaException;

/** Calls that have to be refused. */
public final class Refusals {
    private Refusals() {}

    /**
     * Refused with this errno.
     *
     * @param words have to be in the remedy
     */
    public static RdmaException refused(String errno, Executable call, String... words) {
        RdmaException refusal = assertThrows(RdmaException.class, call);
        assertEquals(errno, refusal.errno().name(), refusal.getMessage());
        for (String each : words) {
            assertTrue(refusal.remedy().contains(each), refusal.getMessage());
        }
        return refusal;
    }
}

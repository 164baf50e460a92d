// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.agent.NativeLibrary;

class JnaHealthTest {
    private static final NativeLibrary UMAD =
            new NativeLibrary("libibumad.so.3", "3.2.44.0", true, "");
    private static final NativeLibrary NO_VERBS =
            new NativeLibrary("libibverbs.so.1", "", false, "install libibverbs1");

    @Test
    void oneMissingLibraryIsAWarningAndAllMissingAreCritical() {
        assertEquals(HealthGrade.OK, JnaHealth.grade(List.of(UMAD)).grade());
        HealthResult one = JnaHealth.grade(List.of(UMAD, NO_VERBS));
        assertEquals(HealthGrade.WARN, one.grade());
        assertEquals("install libibverbs1", one.text());
        assertEquals(HealthGrade.CRITICAL, JnaHealth.grade(List.of(NO_VERBS)).grade());
    }
}

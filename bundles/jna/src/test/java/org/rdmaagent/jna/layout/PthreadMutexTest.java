// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** For the architectures that no compiler of this machine is asked about. */
class PthreadMutexTest {
    @ParameterizedTest
    @CsvSource({"x86-64, 40", "aarch64, 48", "ppc64le, 40", "riscv64, 40", "s390x, 40"})
    void theSizeIsThatOfTheArchitecture(String architecture, int bytes) {
        assertEquals(bytes, PthreadMutex.bytes(architecture));
    }
}

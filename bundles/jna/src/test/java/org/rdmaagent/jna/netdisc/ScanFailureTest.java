// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.netdisc.child.ScanFormat;

class ScanFailureTest {
    private static final PortId PORT = new PortId("mlx4_0", 1);

    @ParameterizedTest
    @CsvSource({
        "0, ended with status 0",
        "3, ended with status 3",
        "128, ended with status 128",
        "134, was ended by SIGABRT",
        "137, was ended by SIGKILL",
        "139, was ended by SIGSEGV",
        "162, was ended by signal 34"
    })
    void aStatusIsToldInWords(int status, String words) {
        assertEquals(words, ExitStatus.text(status));
    }

    @Test
    void anEndTellsWhatTheLibraryLastSaid() {
        assertEquals(
                "ibnd_discover_fabric on mlx4_0/1 failed: EIO (5); the process that it ran in was"
                        + " ended by SIGABRT before it had a result; the agent goes on, scan again;"
                        + " it last said: double free",
                ScanFailure.ended(PORT, 134, "double free").getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        ScanFormat.NO_LIBRARY + ", ENOSYS, libibnetdisc5",
        ScanFormat.UNKNOWN_LAYOUT + ", ENOSYS, own engine",
        ScanFormat.NO_RESULT + ", EIO, said: gone"
    })
    void whatTheProcessToldHasARemedy(int code, String errno, String remedy) {
        RdmaException failure = ScanFailure.told(PORT, code, "why", "gone");
        assertEquals(errno, failure.errno().name());
        assertTrue(failure.remedy().contains(remedy), failure.remedy());
    }
}

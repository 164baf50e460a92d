// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.umad;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;

class UmadFailureTest {
    @ParameterizedTest
    @CsvSource({
        "-5, 13, 13", // EIO, and open(2) said EACCES
        "-5, 0, 5",
        "-1, 93, 93", // EPERM, and ioctl(2) said EPROTONOSUPPORT
        "-22, 2, 22", // EINVAL is libibumad's own; errno is a leftover
        "-110, 11, 110",
    })
    void theNumberThatTellsMostIsTaken(int result, int lastError, int expected) {
        assertEquals(expected, UmadFailure.errno(result, lastError));
    }

    @ParameterizedTest
    @CsvSource({
        "umad_open_port, 13, udev rule",
        "umad_open_port, 22, modprobe ib_umad",
        "umad_open_port, 95, modprobe ib_umad",
        "umad_register, 93, Ethernet",
        "umad_recv, 19, being reloaded",
        "umad_recv, 9, open the port again",
        "umad_send, 107, simulator",
        "umad_send, 5, dmesg",
    })
    void eachFailureSaysWhatToDo(String call, int errno, String words) {
        RdmaException failure = UmadFailure.of(call, errno, new PortId("mlx4_0", 1));
        assertTrue(failure.remedy().contains(words), failure.getMessage());
        assertEquals("mlx4_0/1", failure.subject());
        assertEquals(errno, failure.errno().number());
    }
}

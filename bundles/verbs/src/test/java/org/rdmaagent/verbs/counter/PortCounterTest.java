// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmaagent.verbs.CounterUnit;
import org.rdmaagent.verbs.CounterValue;

class PortCounterTest {
    @Test
    void theRowsAreTheFilesOfTheKernel() {
        Set<String> kernel =
                Set.of(
                        "excessive_buffer_overrun_errors",
                        "link_downed",
                        "link_error_recovery",
                        "local_link_integrity_errors",
                        "multicast_rcv_packets",
                        "multicast_xmit_packets",
                        "port_rcv_constraint_errors",
                        "port_rcv_data",
                        "port_rcv_errors",
                        "port_rcv_packets",
                        "port_rcv_remote_physical_errors",
                        "port_rcv_switch_relay_errors",
                        "port_xmit_constraint_errors",
                        "port_xmit_data",
                        "port_xmit_discards",
                        "port_xmit_packets",
                        "port_xmit_wait",
                        "symbol_error",
                        "unicast_rcv_packets",
                        "unicast_xmit_packets",
                        "VL15_dropped");
        assertEquals(
                kernel,
                Arrays.stream(PortCounter.values())
                        .map(PortCounter::file)
                        .collect(Collectors.toSet()));
        assertEquals(kernel.size(), PortCounter.values().length);
    }

    @ParameterizedTest
    @EnumSource
    void theUnitIsPartOfTheName(PortCounter counter) {
        CounterUnit told =
                counter.userName().endsWith("Bytes")
                        ? CounterUnit.BYTES
                        : counter.userName().endsWith("Packets")
                                ? CounterUnit.PACKETS
                                : counter.userName().endsWith("Ticks")
                                        ? CounterUnit.TICKS
                                        : CounterUnit.EVENTS;
        assertEquals(told, counter.unit());
        assertTrue(counter.userName().matches("[a-z][A-Za-z0-9]+"));
        assertFalse(counter.label().isBlank());
        assertEquals(counter, PortCounter.ofFile(counter.file()).orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({
        // a 4-bit register
        "LOCAL_LINK_INTEGRITY_ERRORS, false, 14, 14, 4, false",
        "LOCAL_LINK_INTEGRITY_ERRORS, false, 15, 15, 4, true",
        // 8 bits
        "LINK_DOWNED, true, 254, 254, 8, false",
        "LINK_DOWNED, true, 255, 255, 8, true",
        // a driver that serves more than the kernel's table says
        "LINK_DOWNED, false, 256, 256, 64, false",
        "SYMBOL_ERRORS, false, 65535, 65535, 16, true",
        "SYMBOL_ERRORS, false, 4294967295, 4294967295, 64, false",
        "SYMBOL_ERRORS, false, 18446744073709551615, 18446744073709551615, 64, true",
        // words to bytes; the same file is 32 or 64 bits wide
        "XMIT_DATA_BYTES, false, 1000, 4000, 32, false",
        "XMIT_DATA_BYTES, false, 4294967295, 17179869180, 32, true",
        "XMIT_DATA_BYTES, true, 4294967295, 17179869180, 64, false",
        "XMIT_DATA_BYTES, false, 4294967296, 17179869184, 64, false",
        "RCV_DATA_BYTES, true, 4611686018427387903, 18446744073709551612, 64, false",
        "RCV_DATA_BYTES, true, 4611686018427387904, 18446744073709551615, 64, false",
        "RCV_DATA_BYTES, true, 18446744073709551615, 18446744073709551615, 64, true",
        "XMIT_WAIT_TICKS, true, 4294967295, 4294967295, 32, true",
        "UNICAST_RCV_PACKETS, true, 4294967295, 4294967295, 64, false"
    })
    void aRegisterBecomesAValueInItsUnit(
            PortCounter counter,
            boolean extended,
            String raw,
            String value,
            int widthBits,
            boolean saturated) {
        CounterValue got = counter.value(RawCounter.of(Long.parseUnsignedLong(raw)), extended);
        assertEquals(value, Long.toUnsignedString(got.value()));
        assertEquals(widthBits, got.widthBits());
        assertEquals(saturated, got.saturated());
        assertTrue(got.available());
        assertEquals("counters/" + counter.file(), got.source());
    }

    @ParameterizedTest
    @EnumSource
    void aMissingValueIsNotAZeroThatWasRead(PortCounter counter) {
        CounterValue got = counter.value(RawCounter.missing("no PMA"), false);
        assertFalse(got.available());
        assertFalse(got.saturated());
        assertEquals(0, got.value());
        assertEquals("no PMA", got.reason());
    }
}

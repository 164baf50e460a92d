// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.counter;

import java.util.Optional;
import org.rdmaagent.verbs.CounterUnit;
import org.rdmaagent.verbs.CounterValue;

/**
 * The counters that the kernel offers in {@code counters/} of a port, one row each.
 *
 * <p>The files and their widths are those of the kernel's drivers/infiniband/core/sysfs.c: its
 * PORT_PMA_ATTR rows come from PortCounters, its PORT_PMA_ATTR_EXT rows from PortCountersExtended.
 * Data and packet counters stand in both under one file name. The kernel serves the 64-bit register
 * where the device's ClassPortInfo announces extended widths, and then, but for devices that know
 * only the older form without the unicast and multicast rows, offers the unicast files too: their
 * presence is how the width is told from outside.
 */
enum PortCounter {
    SYMBOL_ERRORS("symbolErrors", "symbol_error", 16, "minor link errors on any lane"),
    LINK_ERROR_RECOVERIES(
            "linkErrorRecoveries",
            "link_error_recovery",
            8,
            "times the link recovered without going down"),
    LINK_DOWNED(
            "linkDowned", "link_downed", 8, "times link error recovery failed and the link fell"),
    RCV_ERRORS("rcvErrors", "port_rcv_errors", 16, "received packets that contained an error"),
    RCV_REMOTE_PHYSICAL_ERRORS(
            "rcvRemotePhysicalErrors",
            "port_rcv_remote_physical_errors",
            16,
            "received packets that were already marked bad"),
    RCV_SWITCH_RELAY_ERRORS(
            "rcvSwitchRelayErrors",
            "port_rcv_switch_relay_errors",
            16,
            "received packets that a switch could not forward"),
    XMIT_DISCARDS(
            "xmitDiscards",
            "port_xmit_discards",
            16,
            "outbound packets dropped, the port being down or congested"),
    XMIT_CONSTRAINT_ERRORS(
            "xmitConstraintErrors",
            "port_xmit_constraint_errors",
            8,
            "outbound packets refused by partition or raw filters"),
    RCV_CONSTRAINT_ERRORS(
            "rcvConstraintErrors",
            "port_rcv_constraint_errors",
            8,
            "inbound packets refused by partition or raw filters"),
    LOCAL_LINK_INTEGRITY_ERRORS(
            "localLinkIntegrityErrors",
            "local_link_integrity_errors",
            4,
            "times the local physical errors passed their threshold"),
    EXCESSIVE_BUFFER_OVERRUN_ERRORS(
            "excessiveBufferOverrunErrors",
            "excessive_buffer_overrun_errors",
            4,
            "times buffer overruns lasted too long"),
    VL15_DROPPED(
            "vl15Dropped", "VL15_dropped", 16, "management packets dropped for want of a buffer"),
    XMIT_DATA_BYTES("xmitDataBytes", "port_xmit_data", 32, 64, 4, CounterUnit.BYTES, "data sent"),
    RCV_DATA_BYTES("rcvDataBytes", "port_rcv_data", 32, 64, 4, CounterUnit.BYTES, "data received"),
    XMIT_PACKETS("xmitPackets", "port_xmit_packets", 32, 64, 1, CounterUnit.PACKETS, "sent"),
    RCV_PACKETS("rcvPackets", "port_rcv_packets", 32, 64, 1, CounterUnit.PACKETS, "received"),
    XMIT_WAIT_TICKS(
            "xmitWaitTicks",
            "port_xmit_wait",
            32,
            32,
            1,
            CounterUnit.TICKS,
            "waits with data to send and no credit or arbitration"),
    UNICAST_XMIT_PACKETS(
            "unicastXmitPackets",
            "unicast_xmit_packets",
            64,
            64,
            1,
            CounterUnit.PACKETS,
            "unicast, sent"),
    UNICAST_RCV_PACKETS(
            "unicastRcvPackets",
            "unicast_rcv_packets",
            64,
            64,
            1,
            CounterUnit.PACKETS,
            "unicast, received"),
    MULTICAST_XMIT_PACKETS(
            "multicastXmitPackets",
            "multicast_xmit_packets",
            64,
            64,
            1,
            CounterUnit.PACKETS,
            "multicast, sent"),
    MULTICAST_RCV_PACKETS(
            "multicastRcvPackets",
            "multicast_rcv_packets",
            64,
            64,
            1,
            CounterUnit.PACKETS,
            "multicast, received");

    private static final int WIDEST = 64;

    private final String userName;
    private final String file;
    private final int widthBits;
    private final int extendedWidthBits;
    private final int factor;
    private final CounterUnit unit;
    private final String label;

    PortCounter(String userName, String file, int widthBits, String label) {
        this(userName, file, widthBits, widthBits, 1, CounterUnit.EVENTS, label);
    }

    PortCounter(
            String userName,
            String file,
            int widthBits,
            int extendedWidthBits,
            int factor,
            CounterUnit unit,
            String label) {
        this.userName = userName;
        this.file = file;
        this.widthBits = widthBits;
        this.extendedWidthBits = extendedWidthBits;
        this.factor = factor;
        this.unit = unit;
        this.label = label;
    }

    /** The name that users see; the unit is part of it. */
    String userName() {
        return userName;
    }

    /** The kernel's file in {@code counters/}. */
    String file() {
        return file;
    }

    /** The register's width in PortCounters; for rows that only PortCountersExtended has, 64. */
    int widthBits() {
        return widthBits;
    }

    /** The register's width on a device with extended counters. */
    int extendedWidthBits() {
        return extendedWidthBits;
    }

    /** Whether only a device with extended counters has it. */
    boolean extendedOnly() {
        return widthBits == WIDEST;
    }

    /** How many units one step of the register stands for: data is counted in 4-octet words. */
    int factor() {
        return factor;
    }

    /** What is counted. */
    CounterUnit unit() {
        return unit;
    }

    /** A few words for people. */
    String label() {
        return label;
    }

    /** The row of a kernel file; empty if none has it. */
    static Optional<PortCounter> ofFile(String file) {
        for (PortCounter counter : values()) {
            if (counter.file.equals(file)) {
                return Optional.of(counter);
            }
        }
        return Optional.empty();
    }

    /**
     * The value for users.
     *
     * @param raw what the file held
     * @param extended whether the device has extended counters
     */
    CounterValue value(RawCounter raw, boolean extended) {
        int width = width(raw.value(), extended);
        boolean full = raw.available() && raw.value() == largest(width);
        return new CounterValue(
                userName,
                label,
                unit,
                width,
                raw.available(),
                inUnits(raw.value()),
                full,
                "counters/" + file,
                raw.reason());
    }

    /**
     * The narrowest register of this row that can hold the value: some drivers serve a wider one
     * than the kernel's table says.
     */
    private int width(long raw, boolean extended) {
        int announced = extended ? extendedWidthBits : widthBits;
        if (Long.compareUnsigned(raw, largest(announced)) <= 0) {
            return announced;
        }
        return Long.compareUnsigned(raw, largest(extendedWidthBits)) <= 0
                ? extendedWidthBits
                : WIDEST;
    }

    private long inUnits(long raw) {
        // 2^64 - 1 stands for more units than 64 bits hold; no port gets there within a lifetime.
        return Long.compareUnsigned(raw, Long.divideUnsigned(-1L, factor)) > 0 ? -1L : raw * factor;
    }

    private static long largest(int bits) {
        return bits == WIDEST ? -1L : (1L << bits) - 1;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.host;

import java.util.ArrayList;
import java.util.List;

/**
 * The counters of an InfiniBand port in use: the files that the kernel makes for a port whose agent
 * has the extended counters (data and packets 64 bits wide, the rest as PortCounters has them).
 * Data counts in words of four octets.
 */
final class PortTraffic {
    private static final double WORD = 4;
    private static final double PACKET_BYTES = 2048;
    private static final double UPTIME_SECONDS = 3 * 86_400;
    private static final double XMIT_SHARE = 0.15;
    private static final double RECEIVE_SHARE = 0.12;
    private static final double MULTICAST_PER_SECOND = 7;

    private PortTraffic() {}

    /** A port without a cable. */
    static List<CounterRow> idle() {
        return rows(0, 0, Errors.NONE);
    }

    /** A port that carries some of what it can, and makes no errors to speak of. */
    static List<CounterRow> healthy(long bytesPerSecond) {
        return rows(bytesPerSecond, 1500, new Errors(0, 0, 1, 0, 0, 0, 0, 0, 2));
    }

    /** The same with a bad cable: symbol errors grow, one counter has reached its end. */
    static List<CounterRow> flawed(long bytesPerSecond) {
        return rows(bytesPerSecond, 9000, new Errors(1200, 0.5, 4, 3, 65_535, 12, 7, 2, 5));
    }

    private record Errors(
            long symbol,
            double symbolPerSecond,
            long downed,
            long recoveries,
            long receive,
            long remotePhysical,
            long integrity,
            long discards,
            long vl15) {
        static final Errors NONE = new Errors(0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    private static List<CounterRow> rows(long bytesPerSecond, double waits, Errors errors) {
        List<CounterRow> rows = new ArrayList<>();
        traffic(rows, "xmit", bytesPerSecond * XMIT_SHARE);
        traffic(rows, "rcv", bytesPerSecond * RECEIVE_SHARE);
        rows.add(new CounterRow("port_xmit_wait", waits * 3600, waits, 32));
        rows.add(new CounterRow("symbol_error", errors.symbol, errors.symbolPerSecond, 16));
        rows.add(CounterRow.still("link_error_recovery", errors.recoveries, 8));
        rows.add(CounterRow.still("link_downed", errors.downed, 8));
        rows.add(CounterRow.still("port_rcv_errors", errors.receive, 16));
        rows.add(CounterRow.still("port_rcv_remote_physical_errors", errors.remotePhysical, 16));
        rows.add(CounterRow.still("port_rcv_switch_relay_errors", 0, 16));
        rows.add(CounterRow.still("port_xmit_discards", errors.discards, 16));
        rows.add(CounterRow.still("port_xmit_constraint_errors", 0, 8));
        rows.add(CounterRow.still("port_rcv_constraint_errors", 0, 8));
        rows.add(CounterRow.still("local_link_integrity_errors", errors.integrity, 4));
        rows.add(CounterRow.still("excessive_buffer_overrun_errors", 0, 4));
        rows.add(CounterRow.still("VL15_dropped", errors.vl15, 16));
        return List.copyOf(rows);
    }

    private static void traffic(List<CounterRow> rows, String way, double bytesPerSecond) {
        double packets = bytesPerSecond / PACKET_BYTES;
        double multicast = packets == 0 ? 0 : MULTICAST_PER_SECOND;
        rows.add(moving("port_" + way + "_data", bytesPerSecond / WORD));
        rows.add(moving("port_" + way + "_packets", packets));
        rows.add(moving("unicast_" + way + "_packets", packets - multicast));
        rows.add(moving("multicast_" + way + "_packets", multicast));
    }

    private static CounterRow moving(String file, double perSecond) {
        return new CounterRow(file, Math.floor(perSecond * UPTIME_SECONDS), perSecond, 64);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent;

import java.util.Optional;

/**
 * The signalling rate of a lane, with the code of {@code ibv_port_attr.active_speed} (verbs.h,
 * {@code ibv_query_port(3)}).
 */
public enum LinkSpeed {
    /** Single data rate. */
    SDR(1, 2_500_000_000L, 8, 10),
    /** Double data rate. */
    DDR(2, 5_000_000_000L, 8, 10),
    /** Quad data rate. */
    QDR(4, 10_000_000_000L, 8, 10),
    /** Mellanox's variant of QDR with 64/66 coding; told by a vendor attribute, not by PortInfo. */
    FDR10(8, 10_312_500_000L, 64, 66),
    /** Fourteen data rate. */
    FDR(16, 14_062_500_000L, 64, 66),
    /** Enhanced data rate. */
    EDR(32, 25_781_250_000L, 64, 66),
    /** High data rate. */
    HDR(64, 53_125_000_000L, 16, 17),
    /** Next data rate. */
    NDR(128, 106_250_000_000L, 16, 17),
    /** Extreme data rate. */
    XDR(256, 212_500_000_000L, 16, 17);

    /** {@link #values} makes a copy each time, and ports are read by the hundred thousand. */
    private static final LinkSpeed[] ALL = values();

    private final int code;
    private final long signallingBitsPerSecond;
    private final int codingNumerator;
    private final int codingDenominator;

    LinkSpeed(int code, long signalling, int codingNumerator, int codingDenominator) {
        this.code = code;
        this.signallingBitsPerSecond = signalling;
        this.codingNumerator = codingNumerator;
        this.codingDenominator = codingDenominator;
    }

    /** The code that libibverbs uses. */
    public int code() {
        return code;
    }

    /** Bits on a lane each second, line coding included. */
    public long signallingBitsPerSecond() {
        return signallingBitsPerSecond;
    }

    /** Payload bytes that all lanes together carry each second, line coding taken off. */
    public long bytesPerSecond(LinkWidth width) {
        return signallingBitsPerSecond / codingDenominator * codingNumerator / 8 * width.lanes();
    }

    /** The speed of libibverbs' code; empty if none has it. */
    public static Optional<LinkSpeed> ofCode(int code) {
        for (LinkSpeed speed : ALL) {
            if (speed.code == code) {
                return Optional.of(speed);
            }
        }
        return Optional.empty();
    }

    /** The speed of a label such as {@code FDR10}; empty if none has it. */
    public static Optional<LinkSpeed> ofLabel(String label) {
        for (LinkSpeed speed : values()) {
            if (speed.name().equals(label)) {
                return Optional.of(speed);
            }
        }
        return Optional.empty();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * A static rate of an address vector, with the code of PathRecord:Rate (IBTA volume 1, section
 * 15.2.5.16); the kernel's {@code enum ib_rate} and the {@code enum ibv_rate} of verbs.h.
 *
 * <p>The numbers are the kernel's (drivers/infiniband/core/verbs.c: {@code ib_rate_to_mult}, {@code
 * mult_to_ib_rate}, {@code ib_rate_to_mbps}). libibverbs answers otherwise for some: see {@link
 * #libraryMultiple} and {@link #libraryMegabitsPerSecond}.
 */
public enum Rate implements NativeCode {
    /** No limit: the rate of the port. The kernel calls it IB_RATE_PORT_CURRENT. */
    MAX(0, 0, 0, Known.BOTH),
    /** 1x SDR. */
    GBPS_2_5(2, 1, 2500, Known.BOTH),
    /** 4x SDR. */
    GBPS_10(3, 4, 10_000, Known.BOTH),
    /** 12x SDR. */
    GBPS_30(4, 12, 30_000, Known.BOTH),
    /** 1x DDR. */
    GBPS_5(5, 2, 5000, Known.BOTH),
    /** 4x DDR. */
    GBPS_20(6, 8, 20_000, Known.BOTH),
    /** 4x QDR. */
    GBPS_40(7, 16, 40_000, Known.BOTH),
    /** 12x DDR. */
    GBPS_60(8, 24, 60_000, Known.BOTH),
    /** 8x QDR. */
    GBPS_80(9, 32, 80_000, Known.BOTH),
    /** 12x QDR. */
    GBPS_120(10, 48, 120_000, Known.BOTH),
    /** 1x FDR. */
    GBPS_14(11, 6, 14_062, Known.NO_MULTIPLE_IN_LIBRARY),
    /** 4x FDR. */
    GBPS_56(12, 22, 56_250, Known.NO_MULTIPLE_IN_LIBRARY),
    /** 8x FDR. */
    GBPS_112(13, 45, 112_500, Known.NO_MULTIPLE_IN_LIBRARY),
    /** 12x FDR. */
    GBPS_168(14, 67, 168_750, Known.NO_MULTIPLE_IN_LIBRARY),
    /** 1x EDR. */
    GBPS_25(15, 10, 25_781, Known.NO_MULTIPLE_IN_LIBRARY),
    /** 4x EDR. */
    GBPS_100(16, 40, 103_125, Known.NO_MULTIPLE_IN_LIBRARY),
    /** 8x EDR. */
    GBPS_200(17, 80, 206_250, Known.NO_MULTIPLE_IN_LIBRARY),
    /** 12x EDR. */
    GBPS_300(18, 120, 309_375, Known.NO_MULTIPLE_IN_LIBRARY),
    /** 2x FDR. */
    GBPS_28(19, 11, 28_125, Known.BOTH),
    /** 1x HDR. */
    GBPS_50(20, 20, 53_125, Known.BOTH),
    /** 8x HDR. */
    GBPS_400(21, 160, 425_000, Known.BOTH),
    /** 12x HDR. */
    GBPS_600(22, 240, 637_500, Known.BOTH),
    /** 8x NDR; in the kernel from 6.7 on. */
    GBPS_800(23, 320, 850_000, Known.BOTH),
    /** 12x NDR; the kernel has no name for it. */
    GBPS_1200(24, 480, 1_275_000, Known.LIBRARY),
    /** 8x XDR; newer kernels, and verbs.h only later. */
    GBPS_1600(25, 640, 1_700_000, Known.KERNEL);

    private enum Known {
        BOTH,
        NO_MULTIPLE_IN_LIBRARY,
        LIBRARY,
        KERNEL
    }

    private final int code;
    private final int multiple;
    private final int megabits;
    private final Known known;

    Rate(int code, int multiple, int megabits, Known known) {
        this.code = code;
        this.multiple = multiple;
        this.megabits = megabits;
        this.known = known;
    }

    /** The number in C and on the wire. */
    @Override
    public int code() {
        return code;
    }

    /**
     * How many times 2.5 Gb/s its nominal rate is, a whole number ({@code ib_rate_to_mult}); empty
     * where the kernel answers -1.
     */
    public OptionalInt multiple() {
        return known == Known.LIBRARY ? OptionalInt.empty() : present(multiple);
    }

    /**
     * Its signalling rate in Mb/s, decimals cut off ({@code ib_rate_to_mbps}); empty where the
     * kernel answers -1.
     */
    public OptionalInt megabitsPerSecond() {
        return known == Known.LIBRARY ? OptionalInt.empty() : present(megabits);
    }

    /** What {@code ibv_rate_to_mult(3)} of rdma-core 44 answers; empty where that is -1. */
    public OptionalInt libraryMultiple() {
        return known == Known.BOTH || known == Known.LIBRARY
                ? present(multiple)
                : OptionalInt.empty();
    }

    /** What {@code ibv_rate_to_mbps(3)} of rdma-core 44 answers; empty where that is -1. */
    public OptionalInt libraryMegabitsPerSecond() {
        return known == Known.KERNEL ? OptionalInt.empty() : present(megabits);
    }

    /** Whether libibverbs of rdma-core 44 answers otherwise than the kernel. */
    public boolean libraryDiffers() {
        return known != Known.BOTH;
    }

    /** The rate of a code; empty if none has it. */
    public static Optional<Rate> ofCode(int code) {
        return NativeCode.ofCode(values(), code);
    }

    /** {@code mult_to_ib_rate}: the rate of a multiple of 2.5 Gb/s; {@link #MAX} if none has it. */
    public static Rate ofMultiple(int multiple) {
        for (Rate rate : values()) {
            if (rate.multiple().isPresent() && rate.multiple == multiple) {
                return rate;
            }
        }
        return MAX;
    }

    /**
     * The rate of a number of Mb/s as {@link #megabitsPerSecond} gives it; {@link #MAX} if none has
     * it. The kernel has no such function; {@code mbps_to_ibv_rate(3)} is its like.
     */
    public static Rate ofMegabitsPerSecond(int megabits) {
        for (Rate rate : values()) {
            if (rate.megabitsPerSecond().isPresent() && rate.megabits == megabits) {
                return rate;
            }
        }
        return MAX;
    }

    private static OptionalInt present(int value) {
        return value == 0 ? OptionalInt.empty() : OptionalInt.of(value);
    }
}

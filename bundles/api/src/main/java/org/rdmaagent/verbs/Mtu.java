// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Optional;
import java.util.OptionalInt;

/** The largest payload of a packet ({@code enum ibv_mtu} in verbs.h). */
public enum Mtu implements NativeCode {
    /** 256 bytes. */
    MTU_256(1),
    /** 512 bytes. */
    MTU_512(2),
    /** 1024 bytes. */
    MTU_1024(3),
    /** 2048 bytes. */
    MTU_2048(4),
    /** 4096 bytes. */
    MTU_4096(5);

    private static final int OMNI_PATH_8192 = 6;
    private static final int OMNI_PATH_10240 = 7;

    private final int code;

    Mtu(int code) {
        this.code = code;
    }

    /** The number in C and on the wire. */
    @Override
    public int code() {
        return code;
    }

    /** How many bytes. */
    public int bytes() {
        return 128 << code;
    }

    /** The one of a number; empty if none has it. */
    public static Optional<Mtu> ofCode(int code) {
        return NativeCode.ofCode(values(), code);
    }

    /**
     * The largest one that is not above so many bytes, 256 at least (the kernel's {@code
     * ib_mtu_int_to_enum}, include/rdma/ib_verbs.h).
     */
    public static Mtu ofBytes(int bytes) {
        Mtu fitting = MTU_256;
        for (Mtu mtu : values()) {
            if (mtu.bytes() <= bytes) {
                fitting = mtu;
            }
        }
        return fitting;
    }

    /**
     * The bytes of a number as a port gives it (the kernel's {@code rdma_mtu_enum_to_int},
     * include/rdma/ib_verbs.h).
     *
     * @param omniPath whether it is an Omni-Path port, which knows 8192 (6) and 10240 (7) too
     * @return empty where the kernel answers -1
     */
    public static OptionalInt bytesOfCode(int code, boolean omniPath) {
        if (omniPath && code == OMNI_PATH_8192) {
            return OptionalInt.of(8192);
        }
        if (omniPath && code == OMNI_PATH_10240) {
            return OptionalInt.of(10_240);
        }
        Optional<Mtu> mtu = ofCode(code);
        return mtu.isPresent() ? OptionalInt.of(mtu.get().bytes()) : OptionalInt.empty();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.direct;

import org.rdmaagent.spi.completion.MemoryAccess;
import org.rdmaagent.verbs.WorkCompletionFlag;
import org.rdmaagent.verbs.WorkCompletionOpcode;
import org.rdmaagent.verbs.WorkCompletionStatus;

/**
 * {@code struct mlx4_cqe} and {@code struct mlx4_err_cqe} of mlx4dv.h: 32 bytes, of an entry of 64
 * the second half; big endian.
 */
final class Cqe {
    /** Bytes of the struct. */
    static final int SIZE = 32;

    /** Flags, and 24 bits of the queue pair's own number. */
    static final int OWN_QPN = 0;

    /** Immediate data, or the invalidated key; of a datagram also the index of the P_Key. */
    static final int IMMEDIATE = 4;

    /** GRH flag, 7 path bits, and 24 bits of the sender's queue pair. */
    static final int REMOTE_QPN = 8;

    /** 16 bits, whose upper ones are the service level. */
    static final int SL_VID = 12;

    /** 16 bits. */
    static final int REMOTE_LID = 14;

    /** 32 bits. */
    static final int BYTE_COUNT = 20;

    /** A byte, of a failure. */
    static final int VENDOR_ERROR = 26;

    /** A byte, of a failure. */
    static final int SYNDROME = 27;

    /** As a little-endian machine reads it, its highest byte is {@code owner_sr_opcode}. */
    static final int LAST_WORD = 28;

    /** Of {@link #LAST_WORD}: what a receive that succeeded does not have set. */
    static final int NO_GOOD_RECEIVE = 0x5c00_0000;

    /** Of {@link #LAST_WORD}: it is of a send queue. */
    static final int IS_SEND = 0x4000_0000;

    /** Of {@link #LAST_WORD}, shifted to the lowest bits. */
    static final int OPCODE_SHIFT = 24;

    /** The opcode, in the lowest bits. */
    static final int OPCODE = 0x1f;

    /** Of {@link #OWN_QPN}, as a little-endian machine reads it: the number. */
    static final int QPN_WORD = 0xffff_ff00;

    /** A number of 24 bits. */
    static final int NUMBER = 0xff_ffff;

    static final int RECEIVED_WRITE_IMM = 0x00;
    static final int RECEIVED_SEND_IMM = 0x02;
    static final int RECEIVED_SEND_INVAL = 0x03;
    static final int ERROR = 0x1e;

    private Cqe() {}

    private static int code(MemoryAccess memory, long entry) {
        return memory.getInt(entry + LAST_WORD) >>> OPCODE_SHIFT & OPCODE;
    }

    /** Of a receive that succeeded. */
    static WorkCompletionOpcode opcode(MemoryAccess memory, long entry) {
        return code(memory, entry) == RECEIVED_WRITE_IMM
                ? WorkCompletionOpcode.RECV_RDMA_WITH_IMM
                : WorkCompletionOpcode.RECV;
    }

    /** Of a receive that succeeded ({@link WorkCompletionFlag#code}). */
    static int flags(MemoryAccess memory, long entry) {
        int flags = remote(memory, entry) < 0 ? WorkCompletionFlag.GRH.code() : 0;
        return switch (code(memory, entry)) {
            case RECEIVED_WRITE_IMM, RECEIVED_SEND_IMM ->
                    flags | WorkCompletionFlag.WITH_IMM.code();
            case RECEIVED_SEND_INVAL -> flags | WorkCompletionFlag.WITH_INV.code();
            default -> flags;
        };
    }

    static int byteCount(MemoryAccess memory, long entry) {
        return Integer.reverseBytes(memory.getInt(entry + BYTE_COUNT));
    }

    static int immediate(MemoryAccess memory, long entry) {
        return Integer.reverseBytes(memory.getInt(entry + IMMEDIATE));
    }

    /** The flag of the header in the highest bit, path bits, and the sender's number. */
    static int remote(MemoryAccess memory, long entry) {
        return Integer.reverseBytes(memory.getInt(entry + REMOTE_QPN));
    }

    static int remoteLid(MemoryAccess memory, long entry) {
        return Short.toUnsignedInt(Short.reverseBytes(memory.getShort(entry + REMOTE_LID)));
    }

    /** What the library makes of a syndrome. */
    static WorkCompletionStatus status(int syndrome) {
        return switch (syndrome) {
            case 0x01 -> WorkCompletionStatus.LOC_LEN_ERR;
            case 0x02 -> WorkCompletionStatus.LOC_QP_OP_ERR;
            case 0x04 -> WorkCompletionStatus.LOC_PROT_ERR;
            case 0x05 -> WorkCompletionStatus.WR_FLUSH_ERR;
            case 0x06 -> WorkCompletionStatus.MW_BIND_ERR;
            case 0x10 -> WorkCompletionStatus.BAD_RESP_ERR;
            case 0x11 -> WorkCompletionStatus.LOC_ACCESS_ERR;
            case 0x12 -> WorkCompletionStatus.REM_INV_REQ_ERR;
            case 0x13 -> WorkCompletionStatus.REM_ACCESS_ERR;
            case 0x14 -> WorkCompletionStatus.REM_OP_ERR;
            case 0x15 -> WorkCompletionStatus.RETRY_EXC_ERR;
            case 0x16 -> WorkCompletionStatus.RNR_RETRY_EXC_ERR;
            case 0x22 -> WorkCompletionStatus.REM_ABORT_ERR;
            default -> WorkCompletionStatus.GENERAL_ERR;
        };
    }
}

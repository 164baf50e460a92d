// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.structs;

import java.nio.ByteOrder;
import java.util.Set;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvWc;
import org.rdmaagent.verbs.CompletionDetails;
import org.rdmaagent.verbs.NativeCode;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WorkCompletionFlag;
import org.rdmaagent.verbs.WorkCompletionOpcode;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** {@code struct ibv_wc}. */
public final class CompletionStruct {
    private static final int QPN_MASK = 0xffffff;

    /** A status that no library writes: it marks an entry that was not filled. */
    public static final int UNFILLED = 0x7fff_ffff;

    private static final int INVALIDATED = WorkCompletionFlag.WITH_INV.code();
    private static final int NOT_WITH_IT =
            WorkCompletionFlag.WITH_IMM.code() | WorkCompletionFlag.GRH.code();

    private CompletionStruct() {}

    /** Marks the entry, so that {@link #isFilled} can tell whether the library wrote it. */
    public static void mark(CStruct struct) {
        struct.put(IbvWc.STATUS, UNFILLED);
    }

    /** Whether the library wrote the entry since {@link #mark}. */
    public static boolean isFilled(CStruct struct) {
        return struct.integer(IbvWc.STATUS) != UNFILLED;
    }

    /** What the members say; of a failure only those that are valid then. */
    public static WorkCompletion read(CStruct struct) {
        WorkCompletionStatus status =
                WorkCompletionStatus.ofCode(struct.integer(IbvWc.STATUS))
                        .orElse(WorkCompletionStatus.UNKNOWN);
        long wrId = struct.get(IbvWc.WR_ID);
        QpNumber qpn = number(struct, IbvWc.QP_NUM);
        return status == WorkCompletionStatus.SUCCESS
                ? WorkCompletion.success(wrId, qpn, details(struct))
                : WorkCompletion.failure(wrId, status, struct.integer(IbvWc.VENDOR_ERR), qpn);
    }

    private static CompletionDetails details(CStruct struct) {
        Set<WorkCompletionFlag> flags =
                WorkCompletionFlag.ofMask(flags(struct.integer(IbvWc.WC_FLAGS)));
        int word = struct.integer(IbvWc.IMM_DATA);
        return new CompletionDetails(
                WorkCompletionOpcode.ofCode(struct.integer(IbvWc.OPCODE))
                        .orElse(WorkCompletionOpcode.UNKNOWN),
                struct.get(IbvWc.BYTE_LEN),
                flags.contains(WorkCompletionFlag.WITH_INV) ? word : network(word),
                number(struct, IbvWc.SRC_QP),
                flags,
                struct.integer(IbvWc.PKEY_INDEX),
                struct.integer(IbvWc.SLID),
                struct.integer(IbvWc.SL),
                struct.integer(IbvWc.DLID_PATH_BITS));
    }

    /**
     * {@code wc_flags}, without what cannot be. Of a receive with an invalidated key libmlx4 leaves
     * in place what the struct said before, and only adds the flag: no such receive has immediate
     * data or a header for the network.
     */
    public static int flags(int told) {
        return (told & INVALIDATED) == 0 ? told : told & ~NOT_WITH_IT;
    }

    private static QpNumber number(CStruct struct, IbvWc member) {
        return new QpNumber(struct.integer(member) & QPN_MASK);
    }

    /** Fills what {@code ibv_init_ah_from_wc(3)} reads. */
    public static void write(WorkCompletion completion, CompletionDetails details, CStruct struct) {
        struct.put(IbvWc.WR_ID, completion.wrId())
                .put(IbvWc.STATUS, completion.status().code())
                .put(IbvWc.OPCODE, details.opcode().code())
                .put(IbvWc.BYTE_LEN, details.byteLen())
                .put(IbvWc.QP_NUM, completion.qpNum().value())
                .put(IbvWc.SRC_QP, details.srcQp().value())
                .put(IbvWc.WC_FLAGS, NativeCode.mask(details.flags()))
                .put(IbvWc.PKEY_INDEX, details.pkeyIndex())
                .put(IbvWc.SLID, details.slid())
                .put(IbvWc.SL, details.sl())
                .put(IbvWc.DLID_PATH_BITS, details.dlidPathBits());
    }

    /** Between the machine's order and that of the wire. */
    public static int network(int word) {
        return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? word : Integer.reverseBytes(word);
    }
}

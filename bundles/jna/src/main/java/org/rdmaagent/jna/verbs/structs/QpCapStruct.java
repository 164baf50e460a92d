// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.structs;

import org.rdmaagent.jna.layout.CField;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvQpCap;
import org.rdmaagent.verbs.QpCapabilities;

/** {@code struct ibv_qp_cap}. */
public final class QpCapStruct {
    private QpCapStruct() {}

    /** Fills all members. */
    public static void write(QpCapabilities cap, CStruct struct) {
        struct.put(IbvQpCap.MAX_SEND_WR, cap.maxSendWr())
                .put(IbvQpCap.MAX_RECV_WR, cap.maxRecvWr())
                .put(IbvQpCap.MAX_SEND_SGE, cap.maxSendSge())
                .put(IbvQpCap.MAX_RECV_SGE, cap.maxRecvSge())
                .put(IbvQpCap.MAX_INLINE_DATA, cap.maxInlineData());
    }

    /** What the members say; a size above 2^31 - 1 counts as that. */
    public static QpCapabilities read(CStruct struct) {
        return new QpCapabilities(
                size(struct, IbvQpCap.MAX_SEND_WR),
                size(struct, IbvQpCap.MAX_RECV_WR),
                size(struct, IbvQpCap.MAX_SEND_SGE),
                size(struct, IbvQpCap.MAX_RECV_SGE),
                size(struct, IbvQpCap.MAX_INLINE_DATA));
    }

    /** A member that is a size; above 2^31 - 1 it counts as that. */
    public static int size(CStruct struct, CField member) {
        return (int) Math.min(struct.get(member), Integer.MAX_VALUE);
    }
}

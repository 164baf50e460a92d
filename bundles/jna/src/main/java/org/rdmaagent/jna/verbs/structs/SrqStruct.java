// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.structs;

import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvSrqAttr;
import org.rdmaagent.verbs.SrqAttributes;

/** {@code struct ibv_srq_attr}. */
public final class SrqStruct {
    private SrqStruct() {}

    /** Fills all members. */
    public static void write(SrqAttributes sizes, CStruct struct) {
        struct.put(IbvSrqAttr.MAX_WR, sizes.maxWr())
                .put(IbvSrqAttr.MAX_SGE, sizes.maxSge())
                .put(IbvSrqAttr.SRQ_LIMIT, sizes.limit());
    }

    /** What the members say; a size above 2^31 - 1 counts as that. */
    public static SrqAttributes read(CStruct struct) {
        return new SrqAttributes(
                QpCapStruct.size(struct, IbvSrqAttr.MAX_WR),
                QpCapStruct.size(struct, IbvSrqAttr.MAX_SGE),
                QpCapStruct.size(struct, IbvSrqAttr.SRQ_LIMIT));
    }
}

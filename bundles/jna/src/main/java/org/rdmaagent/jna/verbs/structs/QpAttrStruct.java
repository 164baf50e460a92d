// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.structs;

import java.util.Optional;
import java.util.Set;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvQpAttr;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.MigrationState;
import org.rdmaagent.verbs.Mtu;
import org.rdmaagent.verbs.NativeCode;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpAttributesBuilder;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpState;

/** {@code struct ibv_qp_attr}. */
public final class QpAttrStruct {
    private static final int MASK_24 = 0xffffff;
    private static final int MASK_5 = 0x1f;
    private static final int MASK_3 = 0x7;

    private QpAttrStruct() {}

    /** Fills all members; which of them count is told by the mask, beside the struct. */
    public static void write(QpAttributes attributes, CStruct struct) {
        struct.put(IbvQpAttr.QP_STATE, attributes.qpState().code())
                .put(IbvQpAttr.CUR_QP_STATE, attributes.curQpState().code())
                .put(IbvQpAttr.PATH_MTU, attributes.pathMtu().map(Mtu::code).orElse(0))
                .put(IbvQpAttr.PATH_MIG_STATE, attributes.pathMigState().code())
                .put(IbvQpAttr.QP_ACCESS_FLAGS, NativeCode.mask(attributes.qpAccessFlags()))
                .put(IbvQpAttr.EN_SQD_ASYNC_NOTIFY, attributes.enSqdAsyncNotify() ? 1 : 0)
                .put(IbvQpAttr.SQ_DRAINING, attributes.sqDraining() ? 1 : 0)
                .put(IbvQpAttr.RATE_LIMIT, attributes.rateLimit());
        writePackets(attributes, struct);
        writePaths(attributes, struct);
        QpCapStruct.write(attributes.cap(), struct.part(IbvQpAttr.CAP));
        AhStruct.write(attributes.ahAttr(), struct.part(IbvQpAttr.AH_ATTR));
        AhStruct.write(attributes.altAhAttr(), struct.part(IbvQpAttr.ALT_AH_ATTR));
    }

    private static void writePackets(QpAttributes attributes, CStruct struct) {
        struct.put(IbvQpAttr.QKEY, attributes.qkey())
                .put(IbvQpAttr.RQ_PSN, attributes.rqPsn())
                .put(IbvQpAttr.SQ_PSN, attributes.sqPsn())
                .put(IbvQpAttr.DEST_QP_NUM, attributes.destQpNum().value())
                .put(IbvQpAttr.MAX_RD_ATOMIC, attributes.maxRdAtomic())
                .put(IbvQpAttr.MAX_DEST_RD_ATOMIC, attributes.maxDestRdAtomic())
                .put(IbvQpAttr.MIN_RNR_TIMER, attributes.minRnrTimer())
                .put(IbvQpAttr.TIMEOUT, attributes.timeout())
                .put(IbvQpAttr.RETRY_CNT, attributes.retryCnt())
                .put(IbvQpAttr.RNR_RETRY, attributes.rnrRetry());
    }

    private static void writePaths(QpAttributes attributes, CStruct struct) {
        struct.put(IbvQpAttr.PKEY_INDEX, attributes.pkeyIndex())
                .put(IbvQpAttr.PORT_NUM, attributes.portNum())
                .put(IbvQpAttr.ALT_PKEY_INDEX, attributes.altPkeyIndex())
                .put(IbvQpAttr.ALT_PORT_NUM, attributes.altPortNum())
                .put(IbvQpAttr.ALT_TIMEOUT, attributes.altTimeout());
    }

    /**
     * What the members say; bits that a field cannot have are left out, since drivers leave members
     * as they were that they have nothing to say about.
     *
     * @param asked becomes the mask
     */
    public static QpAttributes read(CStruct struct, Set<QpAttribute> asked) {
        QpAttributesBuilder builder =
                QpAttributes.builder()
                        .qpState(state(struct, IbvQpAttr.QP_STATE))
                        .curQpState(state(struct, IbvQpAttr.CUR_QP_STATE))
                        .pathMigState(migration(struct))
                        .qpAccessFlags(AccessFlag.ofMask(struct.integer(IbvQpAttr.QP_ACCESS_FLAGS)))
                        .enSqdAsyncNotify(struct.get(IbvQpAttr.EN_SQD_ASYNC_NOTIFY) != 0)
                        .sqDraining(struct.get(IbvQpAttr.SQ_DRAINING) != 0)
                        .rateLimit(struct.get(IbvQpAttr.RATE_LIMIT))
                        .cap(QpCapStruct.read(struct.part(IbvQpAttr.CAP)))
                        .ahAttr(AhStruct.read(struct.part(IbvQpAttr.AH_ATTR)))
                        .altAhAttr(AhStruct.read(struct.part(IbvQpAttr.ALT_AH_ATTR)));
        Optional<Mtu> mtu = Mtu.ofCode(struct.integer(IbvQpAttr.PATH_MTU));
        mtu.ifPresent(builder::pathMtu);
        readPackets(struct, builder);
        readPaths(struct, builder);
        return builder.asked(asked).build();
    }

    private static void readPackets(CStruct struct, QpAttributesBuilder builder) {
        builder.qkey(struct.integer(IbvQpAttr.QKEY))
                .rqPsn(struct.integer(IbvQpAttr.RQ_PSN) & MASK_24)
                .sqPsn(struct.integer(IbvQpAttr.SQ_PSN) & MASK_24)
                .destQpNum(new QpNumber(struct.integer(IbvQpAttr.DEST_QP_NUM) & MASK_24))
                .maxRdAtomic(struct.integer(IbvQpAttr.MAX_RD_ATOMIC))
                .maxDestRdAtomic(struct.integer(IbvQpAttr.MAX_DEST_RD_ATOMIC))
                .minRnrTimer(struct.integer(IbvQpAttr.MIN_RNR_TIMER) & MASK_5)
                .timeout(struct.integer(IbvQpAttr.TIMEOUT) & MASK_5)
                .retryCnt(struct.integer(IbvQpAttr.RETRY_CNT) & MASK_3)
                .rnrRetry(struct.integer(IbvQpAttr.RNR_RETRY) & MASK_3);
    }

    private static void readPaths(CStruct struct, QpAttributesBuilder builder) {
        builder.pkeyIndex(struct.integer(IbvQpAttr.PKEY_INDEX))
                .portNum(struct.integer(IbvQpAttr.PORT_NUM))
                .altPkeyIndex(struct.integer(IbvQpAttr.ALT_PKEY_INDEX))
                .altPortNum(struct.integer(IbvQpAttr.ALT_PORT_NUM))
                .altTimeout(struct.integer(IbvQpAttr.ALT_TIMEOUT) & MASK_5);
    }

    private static QpState state(CStruct struct, IbvQpAttr member) {
        return QpState.ofCode(struct.integer(member)).orElse(QpState.UNKNOWN);
    }

    private static MigrationState migration(CStruct struct) {
        return MigrationState.ofCode(struct.integer(IbvQpAttr.PATH_MIG_STATE))
                .orElse(MigrationState.MIGRATED);
    }
}

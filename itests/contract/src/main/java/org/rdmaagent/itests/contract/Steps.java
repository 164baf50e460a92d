// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import static org.rdmaagent.verbs.QpAttribute.ACCESS_FLAGS;
import static org.rdmaagent.verbs.QpAttribute.ALT_PATH;
import static org.rdmaagent.verbs.QpAttribute.AV;
import static org.rdmaagent.verbs.QpAttribute.CUR_STATE;
import static org.rdmaagent.verbs.QpAttribute.DEST_QPN;
import static org.rdmaagent.verbs.QpAttribute.MAX_DEST_RD_ATOMIC;
import static org.rdmaagent.verbs.QpAttribute.MAX_QP_RD_ATOMIC;
import static org.rdmaagent.verbs.QpAttribute.MIN_RNR_TIMER;
import static org.rdmaagent.verbs.QpAttribute.PATH_MIG_STATE;
import static org.rdmaagent.verbs.QpAttribute.PATH_MTU;
import static org.rdmaagent.verbs.QpAttribute.PKEY_INDEX;
import static org.rdmaagent.verbs.QpAttribute.PORT;
import static org.rdmaagent.verbs.QpAttribute.QKEY;
import static org.rdmaagent.verbs.QpAttribute.RETRY_CNT;
import static org.rdmaagent.verbs.QpAttribute.RNR_RETRY;
import static org.rdmaagent.verbs.QpAttribute.RQ_PSN;
import static org.rdmaagent.verbs.QpAttribute.SQ_PSN;
import static org.rdmaagent.verbs.QpAttribute.TIMEOUT;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.MigrationState;
import org.rdmaagent.verbs.Mtu;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpAttributesBuilder;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;

/** The three steps to RTS with the attributes that ibv_modify_qp(3) asks for, and no others. */
final class Steps {
    static final int QKEY_VALUE = 0x1111_1111;
    static final int PSN = 0x0012_3456;

    /** 4.096 us * 2^12, about 17 ms. */
    static final int TIMEOUT_EXPONENT = 12;

    private static final Set<QpAttribute> CONNECTED_RTR = Set.of(AV, PATH_MTU, DEST_QPN, RQ_PSN);

    private static final Map<QpType, Set<QpAttribute>> INIT_NEEDS =
            Map.of(
                    QpType.RC, Set.of(PKEY_INDEX, PORT, ACCESS_FLAGS),
                    QpType.UC, Set.of(PKEY_INDEX, PORT, ACCESS_FLAGS),
                    QpType.UD, Set.of(PKEY_INDEX, PORT, QKEY));

    private static final Map<QpType, Set<QpAttribute>> RTR_NEEDS =
            Map.of(
                    QpType.RC,
                            Set.of(
                                    AV,
                                    PATH_MTU,
                                    DEST_QPN,
                                    RQ_PSN,
                                    MAX_DEST_RD_ATOMIC,
                                    MIN_RNR_TIMER),
                    QpType.UC, CONNECTED_RTR,
                    QpType.UD, Set.of());

    private static final Map<QpType, Set<QpAttribute>> RTS_NEEDS =
            Map.of(
                    QpType.RC, Set.of(SQ_PSN, MAX_QP_RD_ATOMIC, RETRY_CNT, RNR_RETRY, TIMEOUT),
                    QpType.UC, Set.of(SQ_PSN),
                    QpType.UD, Set.of(SQ_PSN));

    // Beyond the manual page: the kernel's qp_state_table (drivers/infiniband/core/verbs.c).
    private static final Map<QpType, Set<QpAttribute>> RTR_TAKES =
            Map.of(
                    QpType.RC, Set.of(ALT_PATH, ACCESS_FLAGS, PKEY_INDEX),
                    QpType.UC, Set.of(ALT_PATH, ACCESS_FLAGS, PKEY_INDEX),
                    QpType.UD, Set.of(PKEY_INDEX, QKEY));

    private static final Map<QpType, Set<QpAttribute>> RTS_TAKES =
            Map.of(
                    QpType.RC,
                            Set.of(
                                    CUR_STATE,
                                    ALT_PATH,
                                    ACCESS_FLAGS,
                                    MIN_RNR_TIMER,
                                    PATH_MIG_STATE),
                    QpType.UC, Set.of(CUR_STATE, ALT_PATH, ACCESS_FLAGS, PATH_MIG_STATE),
                    QpType.UD, Set.of(CUR_STATE, QKEY));

    private Steps() {}

    private static Set<QpAttribute> of(Map<QpType, Set<QpAttribute>> table, QpType type) {
        return table.getOrDefault(type, Set.of());
    }

    /** What a step cannot do without. */
    static Set<QpAttribute> needs(QpType type, QpState to) {
        return switch (to) {
            case INIT -> of(INIT_NEEDS, type);
            case RTR -> of(RTR_NEEDS, type);
            case RTS -> of(RTS_NEEDS, type);
            default -> Set.of();
        };
    }

    /** What a step takes beyond that. */
    static Set<QpAttribute> takes(QpType type, QpState to) {
        return switch (to) {
            case RTR -> of(RTR_TAKES, type);
            case RTS -> of(RTS_TAKES, type);
            default -> Set.of();
        };
    }

    static QpAttributesBuilder init(QpType type, int port) {
        return step(QpState.INIT, needs(type, QpState.INIT), port, new QpNumber(0), null);
    }

    static QpAttributesBuilder rtr(QpType type, QpNumber peer, AhAttributes way) {
        return step(QpState.RTR, needs(type, QpState.RTR), way.portNum(), peer, way);
    }

    static QpAttributesBuilder rts(QpType type) {
        return step(QpState.RTS, needs(type, QpState.RTS), 0, new QpNumber(0), null);
    }

    /** A step to a state with these attributes, whether it needs them or not. */
    static QpAttributesBuilder step(
            QpState to,
            Set<QpAttribute> attributes,
            int port,
            QpNumber peer,
            @Nullable AhAttributes way) {
        QpAttributesBuilder step = QpAttributes.builder().qpState(to);
        for (QpAttribute attribute : attributes) {
            set(step, attribute, port, peer, way == null ? AhAttributes.NONE : way);
        }
        return step;
    }

    private static void set(
            QpAttributesBuilder step,
            QpAttribute attribute,
            int port,
            QpNumber peer,
            AhAttributes way) {
        switch (attribute) {
            case PKEY_INDEX -> step.pkeyIndex(0);
            case PORT -> step.portNum(port);
            case QKEY -> step.qkey(QKEY_VALUE);
            case ACCESS_FLAGS ->
                    step.qpAccessFlags(
                            Set.of(
                                    AccessFlag.LOCAL_WRITE,
                                    AccessFlag.REMOTE_WRITE,
                                    AccessFlag.REMOTE_READ,
                                    AccessFlag.REMOTE_ATOMIC));
            case AV -> step.ahAttr(way);
            case PATH_MTU -> step.pathMtu(Mtu.MTU_1024);
            case DEST_QPN -> step.destQpNum(peer);
            case RQ_PSN -> step.rqPsn(PSN);
            case SQ_PSN -> step.sqPsn(PSN);
            case MAX_DEST_RD_ATOMIC -> step.maxDestRdAtomic(4);
            case MAX_QP_RD_ATOMIC -> step.maxRdAtomic(4);
            case MIN_RNR_TIMER -> step.minRnrTimer(12);
            case TIMEOUT -> step.timeout(TIMEOUT_EXPONENT);
            case RETRY_CNT -> step.retryCnt(3);
            case RNR_RETRY -> step.rnrRetry(7);
            default -> setRare(step, attribute, way);
        }
    }

    private static void setRare(QpAttributesBuilder step, QpAttribute attribute, AhAttributes way) {
        switch (attribute) {
            case CUR_STATE -> step.curQpState(QpState.RTR);
            case EN_SQD_ASYNC_NOTIFY -> step.enSqdAsyncNotify(true);
            case ALT_PATH -> step.altAhAttr(way).altPortNum(way.portNum());
            case PATH_MIG_STATE -> step.pathMigState(MigrationState.MIGRATED);
            case CAP -> step.cap(Endpoint.SIZES);
            case RATE_LIMIT -> step.rateLimit(1000);
            default -> throw new IllegalArgumentException("nothing is known of " + attribute);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import static org.rdmaagent.verbs.QpAttribute.ACCESS_FLAGS;
import static org.rdmaagent.verbs.QpAttribute.ALT_PATH;
import static org.rdmaagent.verbs.QpAttribute.AV;
import static org.rdmaagent.verbs.QpAttribute.CUR_STATE;
import static org.rdmaagent.verbs.QpAttribute.DEST_QPN;
import static org.rdmaagent.verbs.QpAttribute.EN_SQD_ASYNC_NOTIFY;
import static org.rdmaagent.verbs.QpAttribute.MAX_DEST_RD_ATOMIC;
import static org.rdmaagent.verbs.QpAttribute.MAX_QP_RD_ATOMIC;
import static org.rdmaagent.verbs.QpAttribute.MIN_RNR_TIMER;
import static org.rdmaagent.verbs.QpAttribute.PATH_MIG_STATE;
import static org.rdmaagent.verbs.QpAttribute.PATH_MTU;
import static org.rdmaagent.verbs.QpAttribute.PKEY_INDEX;
import static org.rdmaagent.verbs.QpAttribute.PORT;
import static org.rdmaagent.verbs.QpAttribute.QKEY;
import static org.rdmaagent.verbs.QpAttribute.RATE_LIMIT;
import static org.rdmaagent.verbs.QpAttribute.RETRY_CNT;
import static org.rdmaagent.verbs.QpAttribute.RNR_RETRY;
import static org.rdmaagent.verbs.QpAttribute.RQ_PSN;
import static org.rdmaagent.verbs.QpAttribute.SQ_PSN;
import static org.rdmaagent.verbs.QpAttribute.TIMEOUT;
import static org.rdmaagent.verbs.QpState.INIT;
import static org.rdmaagent.verbs.QpState.RESET;
import static org.rdmaagent.verbs.QpState.RTR;
import static org.rdmaagent.verbs.QpState.RTS;
import static org.rdmaagent.verbs.QpState.SQD;
import static org.rdmaagent.verbs.QpState.SQE;
import static org.rdmaagent.verbs.QpType.RAW_PACKET;
import static org.rdmaagent.verbs.QpType.RC;
import static org.rdmaagent.verbs.QpType.UC;
import static org.rdmaagent.verbs.QpType.UD;
import static org.rdmaagent.verbs.QpType.XRC_RECV;
import static org.rdmaagent.verbs.QpType.XRC_SEND;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;

/**
 * A way from state to state with the attributes that belong to it (ibv_modify_qp(3), and for the
 * types that it leaves out {@code ib_modify_qp_is_ok} in the kernel's
 * drivers/infiniband/core/verbs.c). STATE itself always belongs to it.
 *
 * @param from the state before
 * @param to the state after
 * @param types whose way it is
 * @param required attributes without which it is refused
 * @param optional attributes that may be there besides
 */
record Transition(
        QpState from,
        QpState to,
        Set<QpType> types,
        Set<QpAttribute> required,
        Set<QpAttribute> optional) {
    private static final Set<QpType> RELIABLE = EnumSet.of(RC, XRC_SEND, XRC_RECV);
    private static final Set<QpType> CONNECTED = EnumSet.of(RC, UC, XRC_SEND, XRC_RECV);
    private static final Set<QpType> DATAGRAM = EnumSet.of(UD);
    private static final Set<QpType> UNRELIABLE = EnumSet.of(UC);
    private static final Set<QpType> RAW = EnumSet.of(RAW_PACKET);
    private static final Set<QpAttribute> NONE = EnumSet.noneOf(QpAttribute.class);
    private static final Set<QpAttribute> PATH = EnumSet.of(AV, PATH_MTU, DEST_QPN, RQ_PSN);
    private static final Set<QpAttribute> RECEIVER = with(PATH, MAX_DEST_RD_ATOMIC, MIN_RNR_TIMER);
    private static final Set<QpAttribute> SENDER =
            EnumSet.of(TIMEOUT, RETRY_CNT, RNR_RETRY, SQ_PSN, MAX_QP_RD_ATOMIC);
    private static final Set<QpAttribute> BESIDE_PATH =
            EnumSet.of(ALT_PATH, ACCESS_FLAGS, PKEY_INDEX);
    private static final Set<QpAttribute> ALIVE_UC =
            EnumSet.of(CUR_STATE, ALT_PATH, ACCESS_FLAGS, PATH_MIG_STATE, RATE_LIMIT);
    private static final Set<QpAttribute> ALIVE_RC = with(ALIVE_UC, MIN_RNR_TIMER);
    private static final Set<QpAttribute> ALIVE_UD = EnumSet.of(CUR_STATE, QKEY, RATE_LIMIT);
    private static final Set<QpAttribute> DRAINED_UC =
            EnumSet.of(AV, ALT_PATH, ACCESS_FLAGS, PKEY_INDEX, PATH_MIG_STATE);
    private static final Set<QpAttribute> DRAINED_RC =
            with(
                    with(DRAINED_UC, PORT, TIMEOUT, RETRY_CNT, RNR_RETRY),
                    MAX_QP_RD_ATOMIC,
                    MAX_DEST_RD_ATOMIC,
                    MIN_RNR_TIMER);

    /** All but those to RESET, from everywhere, and to ERR, from everywhere but RESET. */
    static final List<Transition> ALL =
            List.of(
                    way(RESET, INIT, CONNECTED, EnumSet.of(PKEY_INDEX, PORT, ACCESS_FLAGS), NONE),
                    way(RESET, INIT, DATAGRAM, EnumSet.of(PKEY_INDEX, PORT, QKEY), NONE),
                    way(RESET, INIT, RAW, EnumSet.of(PORT), NONE),
                    way(INIT, INIT, CONNECTED, NONE, EnumSet.of(PKEY_INDEX, PORT, ACCESS_FLAGS)),
                    way(INIT, INIT, DATAGRAM, NONE, EnumSet.of(PKEY_INDEX, PORT, QKEY)),
                    way(INIT, RTR, EnumSet.of(RC, XRC_RECV), RECEIVER, BESIDE_PATH),
                    way(INIT, RTR, EnumSet.of(UC, XRC_SEND), PATH, BESIDE_PATH),
                    way(INIT, RTR, DATAGRAM, NONE, EnumSet.of(PKEY_INDEX, QKEY)),
                    way(INIT, RTR, RAW, NONE, NONE),
                    way(RTR, RTS, EnumSet.of(RC, XRC_SEND), SENDER, ALIVE_RC),
                    way(RTR, RTS, EnumSet.of(XRC_RECV), EnumSet.of(TIMEOUT, SQ_PSN), ALIVE_RC),
                    way(RTR, RTS, UNRELIABLE, EnumSet.of(SQ_PSN), ALIVE_UC),
                    way(RTR, RTS, DATAGRAM, EnumSet.of(SQ_PSN), ALIVE_UD),
                    way(RTR, RTS, RAW, NONE, EnumSet.of(RATE_LIMIT)),
                    way(RTS, RTS, RELIABLE, NONE, ALIVE_RC),
                    way(RTS, RTS, UNRELIABLE, NONE, ALIVE_UC),
                    way(RTS, RTS, DATAGRAM, NONE, ALIVE_UD),
                    way(RTS, RTS, RAW, NONE, EnumSet.of(RATE_LIMIT)),
                    way(RTS, SQD, CONNECTED, NONE, EnumSet.of(EN_SQD_ASYNC_NOTIFY)),
                    way(RTS, SQD, DATAGRAM, NONE, EnumSet.of(EN_SQD_ASYNC_NOTIFY)),
                    way(SQD, SQD, RELIABLE, NONE, DRAINED_RC),
                    way(SQD, SQD, UNRELIABLE, NONE, DRAINED_UC),
                    way(SQD, SQD, DATAGRAM, NONE, EnumSet.of(PKEY_INDEX, QKEY)),
                    way(SQD, RTS, RELIABLE, NONE, ALIVE_RC),
                    way(SQD, RTS, UNRELIABLE, NONE, ALIVE_UC),
                    way(SQD, RTS, DATAGRAM, NONE, ALIVE_UD),
                    way(SQE, RTS, UNRELIABLE, NONE, EnumSet.of(CUR_STATE, ACCESS_FLAGS)),
                    way(SQE, RTS, DATAGRAM, NONE, EnumSet.of(CUR_STATE, QKEY)));

    private static Transition way(
            QpState from,
            QpState to,
            Set<QpType> types,
            Set<QpAttribute> required,
            Set<QpAttribute> optional) {
        return new Transition(from, to, types, required, optional);
    }

    private static Set<QpAttribute> with(Set<QpAttribute> some, QpAttribute... more) {
        EnumSet<QpAttribute> all = EnumSet.copyOf(some);
        all.addAll(List.of(more));
        return all;
    }
}

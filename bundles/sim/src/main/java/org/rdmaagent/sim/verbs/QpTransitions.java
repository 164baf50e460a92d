// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

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
import static org.rdmaagent.verbs.QpAttribute.RETRY_CNT;
import static org.rdmaagent.verbs.QpAttribute.RNR_RETRY;
import static org.rdmaagent.verbs.QpAttribute.RQ_PSN;
import static org.rdmaagent.verbs.QpAttribute.SQ_PSN;
import static org.rdmaagent.verbs.QpAttribute.STATE;
import static org.rdmaagent.verbs.QpAttribute.TIMEOUT;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;

/**
 * Which state follows which, and which attributes each step needs and takes: the kernel's {@code
 * ib_modify_qp_is_ok} (drivers/infiniband/core/verbs.c), by what the types have in common.
 */
final class QpTransitions {
    private QpTransitions() {}

    /** Whether there is a way at all. */
    static boolean exists(QpState from, QpState to) {
        return switch (from) {
            case RESET -> to == QpState.RESET || to == QpState.INIT;
            case INIT -> ends(to) || to == QpState.INIT || to == QpState.RTR;
            case RTR, SQE -> ends(to) || to == QpState.RTS;
            case RTS, SQD -> ends(to) || to == QpState.RTS || to == QpState.SQD;
            case ERR -> ends(to);
            case UNKNOWN -> false;
        };
    }

    private static boolean ends(QpState to) {
        return to == QpState.RESET || to == QpState.ERR;
    }

    private static boolean acknowledged(QpType type) {
        return type == QpType.RC || type == QpType.XRC_RECV || type == QpType.XRC_SEND;
    }

    private static boolean answers(QpType type) {
        return type == QpType.RC || type == QpType.XRC_RECV;
    }

    private static boolean asks(QpType type) {
        return type == QpType.RC || type == QpType.XRC_SEND;
    }

    private static Set<QpAttribute> of(QpAttribute first, QpAttribute... rest) {
        return EnumSet.of(first, rest);
    }

    private static Set<QpAttribute> none() {
        return EnumSet.noneOf(QpAttribute.class);
    }

    private static Set<QpAttribute> and(
            Set<QpAttribute> set, boolean condition, QpAttribute... more) {
        if (condition) {
            set.addAll(Set.of(more));
        }
        return set;
    }

    /** What a step cannot do without. */
    static Set<QpAttribute> required(QpType type, QpState from, QpState to) {
        if (from == QpState.RESET && to == QpState.INIT) {
            return of(PKEY_INDEX, PORT, type == QpType.UD ? QKEY : ACCESS_FLAGS);
        }
        if (from == QpState.INIT && to == QpState.RTR && type != QpType.UD) {
            return and(
                    of(AV, PATH_MTU, DEST_QPN, RQ_PSN),
                    answers(type),
                    MAX_DEST_RD_ATOMIC,
                    MIN_RNR_TIMER);
        }
        if (from == QpState.RTR && to == QpState.RTS) {
            Set<QpAttribute> needed = of(SQ_PSN);
            and(needed, acknowledged(type), TIMEOUT);
            return and(needed, asks(type), RETRY_CNT, RNR_RETRY, MAX_QP_RD_ATOMIC);
        }
        return none();
    }

    /** What a step takes beyond that. */
    static Set<QpAttribute> optional(QpType type, QpState from, QpState to) {
        boolean datagram = type == QpType.UD;
        if (from == QpState.INIT && to == QpState.INIT) {
            return of(PKEY_INDEX, PORT, datagram ? QKEY : ACCESS_FLAGS);
        }
        if (from == QpState.INIT && to == QpState.RTR) {
            return datagram ? of(PKEY_INDEX, QKEY) : of(ALT_PATH, ACCESS_FLAGS, PKEY_INDEX);
        }
        if (from == QpState.RTS && to == QpState.SQD) {
            return of(EN_SQD_ASYNC_NOTIFY);
        }
        if (from == QpState.SQD && to == QpState.SQD) {
            return whileDrained(type);
        }
        if (from == QpState.SQE && to == QpState.RTS) {
            return datagram
                    ? of(CUR_STATE, QKEY)
                    : and(none(), type == QpType.UC, CUR_STATE, ACCESS_FLAGS);
        }
        if (to == QpState.RTS && from != QpState.INIT && from != QpState.RESET) {
            return datagram
                    ? of(CUR_STATE, QKEY)
                    : and(
                            of(CUR_STATE, ALT_PATH, ACCESS_FLAGS, PATH_MIG_STATE),
                            answers(type),
                            MIN_RNR_TIMER);
        }
        return none();
    }

    private static Set<QpAttribute> whileDrained(QpType type) {
        if (type == QpType.UD) {
            return of(PKEY_INDEX, QKEY);
        }
        Set<QpAttribute> taken = of(AV, ALT_PATH, ACCESS_FLAGS, PKEY_INDEX, PATH_MIG_STATE);
        and(taken, acknowledged(type), PORT, TIMEOUT);
        and(taken, asks(type), RETRY_CNT, RNR_RETRY, MAX_QP_RD_ATOMIC);
        return and(taken, answers(type), MAX_DEST_RD_ATOMIC, MIN_RNR_TIMER);
    }

    /** Why a step is refused; empty if it is not. */
    static Optional<String> flaw(QpType type, QpState from, QpState to, Set<QpAttribute> mask) {
        if (!exists(from, to)) {
            return Optional.of("there is no way from " + from + " to " + to);
        }
        Set<QpAttribute> missing = required(type, from, to);
        Set<QpAttribute> superfluous = none();
        superfluous.addAll(mask);
        superfluous.removeAll(missing);
        superfluous.removeAll(optional(type, from, to));
        superfluous.remove(STATE);
        missing.removeAll(mask);
        String step = type + " from " + from + " to " + to;
        if (!missing.isEmpty()) {
            return Optional.of(step + " needs " + missing + " too");
        }
        return superfluous.isEmpty()
                ? Optional.empty()
                : Optional.of(step + " does not take " + superfluous);
    }
}

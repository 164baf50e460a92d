// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.Optional;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.Mtu;
import org.rdmaagent.verbs.PkeyEntry;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;

/** Changes queue pairs: all of what was asked for, or nothing. The world's lock is held. */
final class QpModification {
    private static final String CALL = "ibv_modify_qp";
    private static final int DEFAULT_PKEY = 0xffff;

    private QpModification() {}

    static void apply(QpCore qp, String name, QpAttributes change) {
        if (change.has(QpAttribute.RATE_LIMIT)) {
            throw Refusal.unsupported(CALL, name, "this driver has no packet pacing");
        }
        QpState from = qp.state();
        QpState to = change.has(QpAttribute.STATE) ? change.qpState() : from;
        Optional<String> flaw =
                QpTransitions.flaw(qp.type(), from, to, change.mask())
                        .or(() -> valueFlaw(qp, change));
        if (flaw.isPresent()) {
            throw Refusal.invalid(CALL, name, flaw.get());
        }
        qp.fields().take(change);
        qp.enter(to);
    }

    private static Optional<String> valueFlaw(QpCore qp, QpAttributes change) {
        SimulatedHca hca = qp.hca();
        if (change.has(QpAttribute.CUR_STATE) && change.curQpState() != qp.state()) {
            return Optional.of("it is in " + qp.state() + ", not in " + change.curQpState());
        }
        if (change.has(QpAttribute.PORT) && !hca.hasPort(change.portNum())) {
            return Optional.of("the port lies in 1.." + hca.device().portCount());
        }
        int port = change.has(QpAttribute.PORT) ? change.portNum() : qp.fields().port();
        if (change.has(QpAttribute.PKEY_INDEX) && !hca.profile().software) {
            int rows = hca.port(port).attributes().pkeyTblLen();
            if (change.pkeyIndex() >= rows) {
                return Optional.of("the P_Key table of port " + port + " has " + rows + " rows");
            }
        }
        return wayFlaw(hca, change)
                .or(() -> mtuFlaw(hca, port, change))
                .or(() -> depthFlaw(hca, qp.type(), change));
    }

    private static Optional<String> wayFlaw(SimulatedHca hca, QpAttributes change) {
        Optional<String> flaw = Optional.empty();
        if (change.has(QpAttribute.AV)) {
            flaw = Addresses.flaw(hca, change.ahAttr());
        }
        if (change.has(QpAttribute.ALT_PATH) && flaw.isEmpty()) {
            AhAttributes alternate = change.altAhAttr();
            flaw = Addresses.flaw(hca, alternate).map(text -> "alternate path: " + text);
        }
        return flaw;
    }

    private static Optional<String> mtuFlaw(SimulatedHca hca, int port, QpAttributes change) {
        if (!change.has(QpAttribute.PATH_MTU)) {
            return Optional.empty();
        }
        int most = hca.port(port).attributes().maxMtuBytes();
        int wanted = change.pathMtu().map(Mtu::bytes).orElse(0);
        return wanted >= 1 && wanted <= most
                ? Optional.empty()
                : Optional.of("the path MTU is at most " + most + " at port " + port);
    }

    private static Optional<String> depthFlaw(SimulatedHca hca, QpType type, QpAttributes change) {
        int starts = hca.limits().maxQpInitRdAtom();
        int serves = hca.limits().maxQpRdAtom();
        if (change.has(QpAttribute.MAX_QP_RD_ATOMIC) && change.maxRdAtomic() > starts) {
            return Optional.of(type + " starts at most " + starts + " reads and atomics");
        }
        if (change.has(QpAttribute.MAX_DEST_RD_ATOMIC)
                && change.maxDestRdAtomic() > serves
                && !hca.profile().software) {
            return Optional.of(type + " serves at most " + serves + " reads and atomics");
        }
        return Optional.empty();
    }

    /** The P_Key that a queue pair sends with; 0 if its row is empty. Software knows one only. */
    static int pkey(QpCore qp) {
        if (qp.hca().profile().software) {
            return DEFAULT_PKEY;
        }
        return qp.hca().port(qp.fields().port()).pkeys().stream()
                .filter(row -> row.index() == qp.fields().pkeyIndex())
                .mapToInt(PkeyEntry::pkey)
                .findFirst()
                .orElse(0);
    }
}

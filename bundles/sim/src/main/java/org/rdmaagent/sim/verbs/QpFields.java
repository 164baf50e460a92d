// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.Mtu;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpAttributesBuilder;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpState;

/** The attributes of a queue pair: of each the last value that it was given. */
final class QpFields {
    private static final QpAttributes UNSET = QpAttributes.builder().build();

    private final Map<QpAttribute, QpAttributes> given = new EnumMap<>(QpAttribute.class);

    /** Takes the fields of the mask over. */
    void take(QpAttributes change) {
        change.mask().forEach(attribute -> given.put(attribute, change));
    }

    void clear() {
        given.clear();
    }

    private QpAttributes of(QpAttribute attribute) {
        return given.getOrDefault(attribute, UNSET);
    }

    /** The port; 0 if it has none yet. */
    int port() {
        return of(QpAttribute.PORT).portNum();
    }

    int pkeyIndex() {
        return of(QpAttribute.PKEY_INDEX).pkeyIndex();
    }

    int qkey() {
        return of(QpAttribute.QKEY).qkey();
    }

    AhAttributes way() {
        return of(QpAttribute.AV).ahAttr();
    }

    Mtu pathMtu() {
        return of(QpAttribute.PATH_MTU).pathMtu().orElse(Mtu.MTU_256);
    }

    QpNumber destination() {
        return of(QpAttribute.DEST_QPN).destQpNum();
    }

    int receivePsn() {
        return of(QpAttribute.RQ_PSN).rqPsn();
    }

    int sendPsn() {
        return of(QpAttribute.SQ_PSN).sqPsn();
    }

    QpAttributes access() {
        return of(QpAttribute.ACCESS_FLAGS);
    }

    int timeout() {
        return of(QpAttribute.TIMEOUT).timeout();
    }

    int retries() {
        return of(QpAttribute.RETRY_CNT).retryCnt();
    }

    int notReadyRetries() {
        return of(QpAttribute.RNR_RETRY).rnrRetry();
    }

    int notReadyTimer() {
        return of(QpAttribute.MIN_RNR_TIMER).minRnrTimer();
    }

    /** All of them, as an answer to a question for some. */
    QpAttributes answer(QpState state, QpCapabilities sizes, Set<QpAttribute> asked) {
        QpAttributesBuilder answer = QpAttributes.builder();
        if (given.containsKey(QpAttribute.PATH_MTU)) {
            answer.pathMtu(pathMtu());
        }
        QpAttributes alternate = of(QpAttribute.ALT_PATH);
        return answer.qpState(state)
                .curQpState(state)
                .pathMigState(of(QpAttribute.PATH_MIG_STATE).pathMigState())
                .qkey(qkey())
                .rqPsn(receivePsn())
                .sqPsn(sendPsn())
                .destQpNum(destination())
                .qpAccessFlags(access().qpAccessFlags())
                .cap(sizes)
                .ahAttr(way())
                .altAhAttr(alternate.altAhAttr())
                .altPkeyIndex(alternate.altPkeyIndex())
                .altPortNum(alternate.altPortNum())
                .altTimeout(alternate.altTimeout())
                .pkeyIndex(pkeyIndex())
                .enSqdAsyncNotify(of(QpAttribute.EN_SQD_ASYNC_NOTIFY).enSqdAsyncNotify())
                .maxRdAtomic(of(QpAttribute.MAX_QP_RD_ATOMIC).maxRdAtomic())
                .maxDestRdAtomic(of(QpAttribute.MAX_DEST_RD_ATOMIC).maxDestRdAtomic())
                .minRnrTimer(notReadyTimer())
                .portNum(port())
                .timeout(timeout())
                .retryCnt(retries())
                .rnrRetry(notReadyRetries())
                .asked(asked)
                .build();
    }
}

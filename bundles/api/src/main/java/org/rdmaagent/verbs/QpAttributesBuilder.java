// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Collects {@link QpAttributes}; what is set is in the mask. Units and ranges are told there, and
 * checked by {@link #build}.
 */
public final class QpAttributesBuilder {
    private final EnumSet<QpAttribute> mask = EnumSet.noneOf(QpAttribute.class);
    private QpState qpState = QpState.RESET;
    private QpState curQpState = QpState.RESET;
    private Optional<Mtu> pathMtu = Optional.empty();
    private MigrationState pathMigState = MigrationState.MIGRATED;
    private int qkey = 0;
    private int rqPsn = 0;
    private int sqPsn = 0;
    private QpNumber destQpNum = new QpNumber(0);
    private Set<AccessFlag> qpAccessFlags = Set.of();
    private QpCapabilities cap = QpCapabilities.NONE;
    private AhAttributes ahAttr = AhAttributes.NONE;
    private AhAttributes altAhAttr = AhAttributes.NONE;
    private int pkeyIndex = 0;
    private int altPkeyIndex = 0;
    private boolean enSqdAsyncNotify = false;
    private boolean sqDraining = false;
    private int maxRdAtomic = 0;
    private int maxDestRdAtomic = 0;
    private int minRnrTimer = 0;
    private int portNum = 0;
    private int timeout = 0;
    private int retryCnt = 0;
    private int rnrRetry = 0;
    private int altPortNum = 0;
    private int altTimeout = 0;
    private long rateLimit = 0;

    QpAttributesBuilder() {}

    /** Sets it ({@code STATE}). */
    public QpAttributesBuilder qpState(QpState value) {
        qpState = value;
        mask.add(QpAttribute.STATE);
        return this;
    }

    /** Sets it ({@code CUR_STATE}). */
    public QpAttributesBuilder curQpState(QpState value) {
        curQpState = value;
        mask.add(QpAttribute.CUR_STATE);
        return this;
    }

    /** Sets it ({@code PATH_MTU}). */
    public QpAttributesBuilder pathMtu(Mtu value) {
        pathMtu = Optional.of(value);
        mask.add(QpAttribute.PATH_MTU);
        return this;
    }

    /** Sets it ({@code PATH_MIG_STATE}). */
    public QpAttributesBuilder pathMigState(MigrationState value) {
        pathMigState = value;
        mask.add(QpAttribute.PATH_MIG_STATE);
        return this;
    }

    /** Sets it ({@code QKEY}). */
    public QpAttributesBuilder qkey(int value) {
        qkey = value;
        mask.add(QpAttribute.QKEY);
        return this;
    }

    /** Sets it ({@code RQ_PSN}). */
    public QpAttributesBuilder rqPsn(int value) {
        rqPsn = value;
        mask.add(QpAttribute.RQ_PSN);
        return this;
    }

    /** Sets it ({@code SQ_PSN}). */
    public QpAttributesBuilder sqPsn(int value) {
        sqPsn = value;
        mask.add(QpAttribute.SQ_PSN);
        return this;
    }

    /** Sets it ({@code DEST_QPN}). */
    public QpAttributesBuilder destQpNum(QpNumber value) {
        destQpNum = value;
        mask.add(QpAttribute.DEST_QPN);
        return this;
    }

    /** Sets it ({@code ACCESS_FLAGS}). */
    public QpAttributesBuilder qpAccessFlags(Set<AccessFlag> value) {
        qpAccessFlags = value;
        mask.add(QpAttribute.ACCESS_FLAGS);
        return this;
    }

    /** Sets it ({@code CAP}). */
    public QpAttributesBuilder cap(QpCapabilities value) {
        cap = value;
        mask.add(QpAttribute.CAP);
        return this;
    }

    /** Sets it ({@code AV}). */
    public QpAttributesBuilder ahAttr(AhAttributes value) {
        ahAttr = value;
        mask.add(QpAttribute.AV);
        return this;
    }

    /** Sets it ({@code ALT_PATH}). */
    public QpAttributesBuilder altAhAttr(AhAttributes value) {
        altAhAttr = value;
        mask.add(QpAttribute.ALT_PATH);
        return this;
    }

    /** Sets it ({@code PKEY_INDEX}). */
    public QpAttributesBuilder pkeyIndex(int value) {
        pkeyIndex = value;
        mask.add(QpAttribute.PKEY_INDEX);
        return this;
    }

    /** Sets it ({@code ALT_PATH}). */
    public QpAttributesBuilder altPkeyIndex(int value) {
        altPkeyIndex = value;
        mask.add(QpAttribute.ALT_PATH);
        return this;
    }

    /** Sets it ({@code EN_SQD_ASYNC_NOTIFY}). */
    public QpAttributesBuilder enSqdAsyncNotify(boolean value) {
        enSqdAsyncNotify = value;
        mask.add(QpAttribute.EN_SQD_ASYNC_NOTIFY);
        return this;
    }

    /** Sets it; an answer only, so no bit of the mask. */
    public QpAttributesBuilder sqDraining(boolean value) {
        sqDraining = value;
        return this;
    }

    /** Sets it ({@code MAX_QP_RD_ATOMIC}). */
    public QpAttributesBuilder maxRdAtomic(int value) {
        maxRdAtomic = value;
        mask.add(QpAttribute.MAX_QP_RD_ATOMIC);
        return this;
    }

    /** Sets it ({@code MAX_DEST_RD_ATOMIC}). */
    public QpAttributesBuilder maxDestRdAtomic(int value) {
        maxDestRdAtomic = value;
        mask.add(QpAttribute.MAX_DEST_RD_ATOMIC);
        return this;
    }

    /** Sets it ({@code MIN_RNR_TIMER}). */
    public QpAttributesBuilder minRnrTimer(int value) {
        minRnrTimer = value;
        mask.add(QpAttribute.MIN_RNR_TIMER);
        return this;
    }

    /** Sets it ({@code PORT}). */
    public QpAttributesBuilder portNum(int value) {
        portNum = value;
        mask.add(QpAttribute.PORT);
        return this;
    }

    /** Sets it ({@code TIMEOUT}). */
    public QpAttributesBuilder timeout(int value) {
        timeout = value;
        mask.add(QpAttribute.TIMEOUT);
        return this;
    }

    /** Sets it ({@code RETRY_CNT}). */
    public QpAttributesBuilder retryCnt(int value) {
        retryCnt = value;
        mask.add(QpAttribute.RETRY_CNT);
        return this;
    }

    /** Sets it ({@code RNR_RETRY}). */
    public QpAttributesBuilder rnrRetry(int value) {
        rnrRetry = value;
        mask.add(QpAttribute.RNR_RETRY);
        return this;
    }

    /** Sets it ({@code ALT_PATH}). */
    public QpAttributesBuilder altPortNum(int value) {
        altPortNum = value;
        mask.add(QpAttribute.ALT_PATH);
        return this;
    }

    /** Sets it ({@code ALT_PATH}). */
    public QpAttributesBuilder altTimeout(int value) {
        altTimeout = value;
        mask.add(QpAttribute.ALT_PATH);
        return this;
    }

    /** Sets it ({@code RATE_LIMIT}). */
    public QpAttributesBuilder rateLimit(long value) {
        rateLimit = value;
        mask.add(QpAttribute.RATE_LIMIT);
        return this;
    }

    /** Puts these fields into the mask, whether set or not: what a query asked for. */
    public QpAttributesBuilder asked(Set<QpAttribute> attributes) {
        mask.clear();
        mask.addAll(attributes);
        return this;
    }

    /**
     * The attributes.
     *
     * @throws IllegalArgumentException if one is out of its range
     */
    public QpAttributes build() {
        return new QpAttributes(
                mask,
                qpState,
                curQpState,
                pathMtu,
                pathMigState,
                qkey,
                rqPsn,
                sqPsn,
                destQpNum,
                qpAccessFlags,
                cap,
                ahAttr,
                altAhAttr,
                pkeyIndex,
                altPkeyIndex,
                enSqdAsyncNotify,
                sqDraining,
                maxRdAtomic,
                maxDestRdAtomic,
                minRnrTimer,
                portNum,
                timeout,
                retryCnt,
                rnrRetry,
                altPortNum,
                altTimeout,
                rateLimit);
    }
}

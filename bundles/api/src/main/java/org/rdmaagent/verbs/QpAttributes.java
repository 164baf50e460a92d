// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Optional;
import java.util.Set;

/**
 * The attributes of a queue pair ({@code struct ibv_qp_attr}, {@code ibv_modify_qp(3)}, {@code
 * ibv_query_qp(3)}), all of them, and which of them count. {@link #builder} collects the mask.
 *
 * @param mask the fields that were set, or that were asked for
 * @param qpState the state; to go to, or that it is in
 * @param curQpState the state that the caller believes it is in
 * @param pathMtu largest payload of a packet; absent in the answer about a queue pair that has none
 *     yet
 * @param pathMigState state of path migration
 * @param qkey Q_Key of a datagram queue pair, 32 bits
 * @param rqPsn first packet number to receive, 24 bits
 * @param sqPsn first packet number to send, 24 bits
 * @param destQpNum the other end of a connection
 * @param qpAccessFlags what the other end may do
 * @param cap sizes; devices that can resize take new ones
 * @param ahAttr the way to the other end
 * @param altAhAttr the alternate way
 * @param pkeyIndex row of the P_Key table, 16 bits
 * @param altPkeyIndex the same for the alternate way
 * @param enSqdAsyncNotify whether SQ_DRAINED is told
 * @param sqDraining whether the send queue is being drained; an answer only
 * @param maxRdAtomic reads and atomics that it may have outstanding, 8 bits
 * @param maxDestRdAtomic reads and atomics that it serves at a time, 8 bits
 * @param minRnrTimer code of the wait that it asks for when no receive is posted, 5 bits
 *     (ibv_modify_qp(3))
 * @param portNum port of the device, from 1; 0 in the answer about a queue pair that has none yet
 * @param timeout exponent of the wait for an acknowledgement, 4.096 us * 2^n, 5 bits; 0 waits for
 *     ever
 * @param retryCnt resends after a time-out, 3 bits
 * @param rnrRetry resends when no receive was posted, 3 bits; 7 means without end
 * @param altPortNum port of the alternate way
 * @param altTimeout time-out of the alternate way, 5 bits
 * @param rateLimit packet pacing, kilobits a second, 32 bits; 0 is none
 * @see <a href="https://man7.org/linux/man-pages/man3/ibv_modify_qp.3.html">the manual page</a>
 */
public record QpAttributes(
        Set<QpAttribute> mask,
        QpState qpState,
        QpState curQpState,
        Optional<Mtu> pathMtu,
        MigrationState pathMigState,
        int qkey,
        int rqPsn,
        int sqPsn,
        QpNumber destQpNum,
        Set<AccessFlag> qpAccessFlags,
        QpCapabilities cap,
        AhAttributes ahAttr,
        AhAttributes altAhAttr,
        int pkeyIndex,
        int altPkeyIndex,
        boolean enSqdAsyncNotify,
        boolean sqDraining,
        int maxRdAtomic,
        int maxDestRdAtomic,
        int minRnrTimer,
        int portNum,
        int timeout,
        int retryCnt,
        int rnrRetry,
        int altPortNum,
        int altTimeout,
        long rateLimit) {
    /** Copies the sets and checks the ranges. */
    public QpAttributes {
        mask = Set.copyOf(mask);
        qpAccessFlags = Set.copyOf(qpAccessFlags);
        Ranges.check("rqPsn", rqPsn, 0xffffff);
        Ranges.check("sqPsn", sqPsn, 0xffffff);
        Ranges.check("pkeyIndex", pkeyIndex, 0xffff);
        Ranges.check("altPkeyIndex", altPkeyIndex, 0xffff);
        Ranges.check("maxRdAtomic", maxRdAtomic, 0xff);
        Ranges.check("maxDestRdAtomic", maxDestRdAtomic, 0xff);
        Ranges.check("minRnrTimer", minRnrTimer, 31);
        Ranges.check("portNum", portNum, 0xff);
        Ranges.check("timeout", timeout, 31);
        Ranges.check("retryCnt", retryCnt, 7);
        Ranges.check("rnrRetry", rnrRetry, 7);
        Ranges.check("altPortNum", altPortNum, 0xff);
        Ranges.check("altTimeout", altTimeout, 31);
        Ranges.check("rateLimit", rateLimit, 0xffff_ffffL);
    }

    /** Nothing set. */
    public static QpAttributesBuilder builder() {
        return new QpAttributesBuilder();
    }

    /** Only the state to go to. */
    public static QpAttributes ofState(QpState state) {
        return builder().qpState(state).build();
    }

    /** Whether a field counts. */
    public boolean has(QpAttribute attribute) {
        return mask.contains(attribute);
    }

    /** The mask in C. */
    public int maskCode() {
        return NativeCode.mask(mask);
    }
}

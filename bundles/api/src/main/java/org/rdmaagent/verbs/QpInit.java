// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/**
 * What a queue pair is created with ({@code struct ibv_qp_init_attr}, {@code ibv_create_qp(3)}),
 * without the queues it refers to.
 *
 * @param type its transport
 * @param capabilities its sizes
 * @param signalAll whether every send request reports its completion ({@code sq_sig_all})
 * @param blockMulticastLoopback whether what it sends to a multicast group that it is attached to
 *     does not come back to it ({@code IBV_QP_CREATE_BLOCK_SELF_MCAST_LB}); datagram pairs only,
 *     and EOPNOTSUPP from drivers that cannot
 */
public record QpInit(
        QpType type,
        QpCapabilities capabilities,
        boolean signalAll,
        boolean blockMulticastLoopback) {
    /** One that gets back what it sends to its own groups, as is usual. */
    public QpInit(QpType type, QpCapabilities capabilities, boolean signalAll) {
        this(type, capabilities, signalAll, false);
    }

    /** The same with other sizes. */
    public QpInit withCapabilities(QpCapabilities granted) {
        return new QpInit(type, granted, signalAll, blockMulticastLoopback);
    }
}

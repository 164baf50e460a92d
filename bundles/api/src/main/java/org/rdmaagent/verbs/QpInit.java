// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/**
 * What a queue pair is created with ({@code struct ibv_qp_init_attr}, {@code ibv_create_qp(3)}),
 * without the queues it refers to.
 *
 * @param type its transport
 * @param capabilities its sizes
 * @param signalAll whether every send request reports its completion ({@code sq_sig_all})
 */
public record QpInit(QpType type, QpCapabilities capabilities, boolean signalAll) {
    /** The same with other sizes. */
    public QpInit withCapabilities(QpCapabilities granted) {
        return new QpInit(type, granted, signalAll);
    }
}

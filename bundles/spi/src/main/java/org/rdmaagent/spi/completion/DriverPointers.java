// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.completion;

/**
 * Where a driver's functions for the data path are ({@code ibv_context.ops}); addresses in this
 * process.
 *
 * @param pollCq of {@code ibv_poll_cq(3)}
 * @param reqNotifyCq of {@code ibv_req_notify_cq(3)}
 * @param postRecv of {@code ibv_post_recv(3)}
 * @param postSrqRecv of {@code ibv_post_srq_recv(3)}
 * @param postSend of {@code ibv_post_send(3)}
 */
public record DriverPointers(
        long pollCq, long reqNotifyCq, long postRecv, long postSrqRecv, long postSend) {
    /** Whether all are there; libibverbs puts one that refuses where a driver has none. */
    public boolean complete() {
        return pollCq != 0
                && reqNotifyCq != 0
                && postRecv != 0
                && postSrqRecv != 0
                && postSend != 0;
    }
}

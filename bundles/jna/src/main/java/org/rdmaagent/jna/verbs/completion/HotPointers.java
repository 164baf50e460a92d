// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import com.sun.jna.Pointer;
import org.rdmaagent.jna.layout.IbvContext;

/**
 * Where a driver's functions for the data path are ({@code ibv_context.ops}).
 *
 * @param pollCq of {@code ibv_poll_cq(3)}
 * @param reqNotifyCq of {@code ibv_req_notify_cq(3)}
 * @param postRecv of {@code ibv_post_recv(3)}
 * @param postSrqRecv of {@code ibv_post_srq_recv(3)}
 * @param postSend of {@code ibv_post_send(3)}
 */
public record HotPointers(
        long pollCq, long reqNotifyCq, long postRecv, long postSrqRecv, long postSend) {
    /** Those of a context. */
    public static HotPointers of(Pointer context) {
        return new HotPointers(
                context.getLong(IbvContext.POLL_CQ.offset()),
                context.getLong(IbvContext.REQ_NOTIFY_CQ.offset()),
                context.getLong(IbvContext.POST_RECV.offset()),
                context.getLong(IbvContext.POST_SRQ_RECV.offset()),
                context.getLong(IbvContext.POST_SEND.offset()));
    }

    /** Whether all are there; libibverbs puts one that refuses where a driver has none. */
    public boolean complete() {
        return pollCq != 0
                && reqNotifyCq != 0
                && postRecv != 0
                && postSrqRecv != 0
                && postSend != 0;
    }
}

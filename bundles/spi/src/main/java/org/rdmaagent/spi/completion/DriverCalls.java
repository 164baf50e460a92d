// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.completion;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * The functions of the data path of one driver. Addresses are numbers, so that a call makes no
 * garbage; nothing is checked: a wrong address ends the process. For any thread.
 */
@ConsumerType
public abstract class DriverCalls {
    /** For implementations. */
    protected DriverCalls() {}

    /**
     * {@code ibv_poll_cq(3)}.
     *
     * @param cq address of the {@code struct ibv_cq}
     * @param entries the most completions, 1 to {@link CompletionPort#LARGEST_BATCH}
     * @param completions address of so many {@code struct ibv_wc}
     * @return how many, or a negative number
     */
    public abstract int pollCq(long cq, int entries, long completions);

    /** {@code ibv_req_notify_cq(3)}: 0, an errno or its negative. */
    public abstract int reqNotifyCq(long cq, int solicitedOnly);

    /** {@code ibv_post_recv(3)}: 0, an errno or its negative. */
    public abstract int postRecv(long qp, long first, long bad);

    /** {@code ibv_post_srq_recv(3)}: 0, an errno or its negative. */
    public abstract int postSrqRecv(long srq, long first, long bad);

    /** {@code ibv_post_send(3)}: 0, an errno or its negative. */
    public abstract int postSend(long qp, long first, long bad);
}

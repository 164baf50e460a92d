// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.verbs;

import java.util.List;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.WqInit;
import org.rdmaagent.verbs.WqState;

/**
 * A work queue ({@code struct ibv_wq}). Close: {@code ibv_destroy_wq(3)}, EBUSY while a table holds
 * it.
 */
public interface WqHandle extends VerbsHandle {
    /** The protection domain that it is of. */
    PdHandle pd();

    /** {@code wq_num}. */
    int number();

    /** What it was created with, sizes as granted. */
    WqInit init();

    /** {@code ibv_wq.state}. */
    WqState state();

    /**
     * {@code ibv_modify_wq(3)}, IBV_WQ_ATTR_STATE.
     *
     * @throws org.rdmaagent.RdmaException EINVAL, EOPNOTSUPP
     */
    void modify(WqState next);

    /**
     * {@code ibv_wq.post_recv}.
     *
     * @return ENOMEM the queue is full, EINVAL the request is wrong
     */
    Posted postReceive(List<ReceiveRequest> requests);
}

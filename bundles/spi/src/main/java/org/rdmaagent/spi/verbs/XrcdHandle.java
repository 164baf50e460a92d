// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.verbs;

import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpNumber;

/**
 * A domain of extended reliable connections ({@code struct ibv_xrcd}). Close: {@code
 * ibv_close_xrcd(3)}, EBUSY while queue pairs are open on it.
 */
public interface XrcdHandle extends VerbsHandle {
    /** The context that it is of. */
    ContextHandle context();

    /**
     * {@code ibv_create_qp_ex(3)} with IBV_QP_INIT_ATTR_XRCD.
     *
     * @param init its type is XRC_RECV
     * @throws org.rdmaagent.RdmaException EINVAL, ENOMEM, EOPNOTSUPP
     * @throws IllegalArgumentException if the name is taken
     */
    QpHandle createQp(String name, QpInit init);

    /**
     * {@code ibv_open_qp(3)}. Closing the result ({@code ibv_destroy_qp(3)}) drops this reference.
     *
     * @throws org.rdmaagent.RdmaException EINVAL no such queue pair in this domain; EOPNOTSUPP
     * @throws IllegalArgumentException if the name is taken
     */
    QpHandle openQp(String name, QpNumber number);
}

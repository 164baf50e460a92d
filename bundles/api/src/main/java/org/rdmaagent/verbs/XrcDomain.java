// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import org.osgi.annotation.versioning.ProviderType;

/** A domain of extended reliable connections ({@code ibv_open_xrcd(3)}). */
@ProviderType
public interface XrcDomain extends VerbsObject {
    /**
     * Creates a receiving queue pair ({@code ibv_create_qp_ex(3)}).
     *
     * @param init its type is XRC_RECV
     * @throws org.rdmaagent.RdmaException EINVAL, ENOMEM, EOPNOTSUPP
     */
    QueuePair createQueuePair(String name, QpInit init);

    /**
     * Opens a receiving queue pair that exists in this domain ({@code ibv_open_qp(3)}; the kernel's
     * {@code ib_open_qp}). Closing the result ends this use only ({@code ib_close_qp}); the queue
     * pair dies with the last.
     *
     * @throws org.rdmaagent.RdmaException EINVAL if there is none of that number in this domain;
     *     EOPNOTSUPP
     */
    QueuePair openSharedQp(String name, QpNumber number);
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** A receive queue outside of a queue pair, for spreading of packets ({@code ibv_create_wq(3)}). */
@ProviderType
public interface WorkQueue extends VerbsObject {
    /** Its number on the device. */
    int number();

    /** The sizes, as granted. */
    WqInit init();

    /** The state that it was brought to. */
    WqState state();

    /**
     * Brings it to another state ({@code ibv_modify_wq(3)}).
     *
     * @throws org.rdmaagent.RdmaException EINVAL if there is no way from the present state;
     *     EOPNOTSUPP
     */
    void modify(WqState next);

    /**
     * Posts requests ({@code ibv_post_wq_recv(3)}).
     *
     * @return how many were taken, from the first on
     * @throws org.rdmaagent.RdmaException ENOMEM full, EINVAL wrong: if none was taken
     */
    int postReceive(List<ReceiveRequest> requests);
}

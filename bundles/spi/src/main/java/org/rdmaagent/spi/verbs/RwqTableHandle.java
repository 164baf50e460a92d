// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.verbs;

import java.util.List;

/**
 * A receive work queue indirection table ({@code struct ibv_rwq_ind_table}). Close: {@code
 * ibv_destroy_rwq_ind_table(3)}, EBUSY while queue pairs use it.
 */
public interface RwqTableHandle extends VerbsHandle {
    /** The context that it is of. */
    ContextHandle context();

    /** {@code ind_tbl_num}. */
    int number();

    /** The queues, in order. */
    List<WqHandle> queues();
}

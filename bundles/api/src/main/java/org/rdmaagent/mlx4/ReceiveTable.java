// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4;

import java.util.List;

/**
 * A table of work queues whose numbers follow each other, as hashing (RSS) over them needs it on
 * mlx4.
 *
 * @param device such as {@code mlx4_0}
 * @param name as given
 * @param tableNumber the handle of the table, {@code ibv_rwq_ind_table.ind_tbl_num}
 * @param logSize log2 of the number of queues
 * @param wqNumbers {@code ibv_wq.wq_num} of each, in the order of the table
 * @param contiguous whether each number is the one before plus 1
 */
public record ReceiveTable(
        String device,
        String name,
        long tableNumber,
        int logSize,
        List<Integer> wqNumbers,
        boolean contiguous) {
    /** Copies the list. */
    public ReceiveTable {
        wqNumbers = List.copyOf(wqNumbers);
    }
}

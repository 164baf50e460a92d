// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.receive;

import org.rdmaagent.verbs.ReceiveIndirectionTable;

/**
 * What a table is made of.
 *
 * @param name of the table
 * @param logSize log2 of the number of its work queues
 * @param entries outstanding receives of each
 */
record TableSpec(String name, int logSize, int entries) {
    /** That of a table that is there. */
    static TableSpec of(ReceiveIndirectionTable table) {
        return new TableSpec(
                table.name(),
                Integer.numberOfTrailingZeros(table.queues().size()),
                table.queues().get(0).init().maxWr());
    }

    int queues() {
        return 1 << logSize;
    }
}

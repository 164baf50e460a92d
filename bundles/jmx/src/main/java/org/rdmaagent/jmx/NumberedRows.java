// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The last things that were told to the listeners of an MBean, and how many there were. For any
 * thread.
 *
 * @param <R> what is remembered of each
 */
final class NumberedRows<R> {
    /** How many are remembered. */
    static final int KEPT = 100;

    private final Deque<R> rows = new ArrayDeque<>();
    private long sequence;

    /** Its number: of this MBean only, from 1, without gaps. */
    synchronized long add(R row) {
        if (rows.size() == KEPT) {
            rows.removeFirst();
        }
        rows.addLast(row);
        sequence++;
        return sequence;
    }

    /** The last ones, oldest first. */
    synchronized List<R> recent() {
        return List.copyOf(rows);
    }
}

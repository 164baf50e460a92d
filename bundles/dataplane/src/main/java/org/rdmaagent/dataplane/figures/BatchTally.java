// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.figures;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.dataplane.BatchCount;

/** Polls by how much they found, in powers of two: 1, 2-3, 4-7, ... 64; one writer, any reader. */
public final class BatchTally {
    private static final int ROWS = 7;

    private final Tally[] rows = new Tally[ROWS];

    /** All 0. */
    public BatchTally() {
        for (int i = 0; i < ROWS; i++) {
            rows[i] = new Tally();
        }
    }

    /**
     * A poll found so many. The writer only.
     *
     * @param found 1 to 64
     */
    public void add(int found) {
        rows[Math.min(31 - Integer.numberOfLeadingZeros(found), ROWS - 1)].add(1);
    }

    /** Back to 0. The writer only. */
    public void reset() {
        for (Tally row : rows) {
            row.reset();
        }
    }

    /** Polls that found something. */
    public long polls() {
        long sum = 0;
        for (Tally row : rows) {
            sum += row.get();
        }
        return sum;
    }

    /** The rows that occurred. */
    public List<BatchCount> counts() {
        List<BatchCount> all = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            long polls = rows[i].get();
            if (polls > 0) {
                int from = 1 << i;
                all.add(new BatchCount(from, i == ROWS - 1 ? from : 2 * from - 1, polls));
            }
        }
        return all;
    }
}

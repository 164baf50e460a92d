// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.handlers.counting;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Queue pairs by number, open-addressed: looking one up neither allocates nor locks once it was
 * seen. Any thread. Rows are never taken out; a full table is replaced by one twice as large.
 */
final class PairTable {
    private static final int FIRST_SIZE = 64;

    private volatile AtomicReferenceArray<@Nullable PairCount> rows =
            new AtomicReferenceArray<>(FIRST_SIZE);
    private int used;

    /** The one of a number, if it was seen. */
    @Nullable PairCount find(int qpNum) {
        return find(rows, qpNum);
    }

    private static @Nullable PairCount find(
            AtomicReferenceArray<@Nullable PairCount> rows, int qpNum) {
        int mask = rows.length() - 1;
        for (int i = hash(qpNum) & mask; ; i = (i + 1) & mask) {
            PairCount row = rows.get(i);
            if (row == null || row.qpNum() == qpNum) {
                return row;
            }
        }
    }

    /** The one of a number; a new one at first sight. */
    synchronized PairCount add(int qpNum) {
        PairCount present = find(rows, qpNum);
        if (present != null) {
            return present;
        }
        if (2 * (used + 1) > rows.length()) {
            rows = grown(rows);
        }
        PairCount row = new PairCount(qpNum);
        put(rows, row);
        used++;
        return row;
    }

    private static AtomicReferenceArray<@Nullable PairCount> grown(
            AtomicReferenceArray<@Nullable PairCount> full) {
        AtomicReferenceArray<@Nullable PairCount> next =
                new AtomicReferenceArray<>(2 * full.length());
        for (int i = 0; i < full.length(); i++) {
            PairCount row = full.get(i);
            if (row != null) {
                put(next, row);
            }
        }
        return next;
    }

    private static void put(AtomicReferenceArray<@Nullable PairCount> rows, PairCount row) {
        int mask = rows.length() - 1;
        int i = hash(row.qpNum()) & mask;
        while (rows.get(i) != null) {
            i = (i + 1) & mask;
        }
        rows.set(i, row);
    }

    /** All of them, in no order. */
    List<PairCount> all() {
        AtomicReferenceArray<@Nullable PairCount> present = rows;
        List<PairCount> all = new ArrayList<>();
        for (int i = 0; i < present.length(); i++) {
            PairCount row = present.get(i);
            if (row != null) {
                all.add(row);
            }
        }
        return all;
    }

    /** Numbers of a device lie close together, or apart by powers of two: spreads both. */
    private static int hash(int qpNum) {
        int mixed = qpNum * 0x9e3779b9;
        return mixed ^ (mixed >>> 16);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import org.jspecify.annotations.Nullable;

/**
 * Questions by transaction id, without an object for each. The ids are handed out one after the
 * other, so the low bits of one are its place, and two meet only when one is old: then the table
 * grows.
 */
final class SmpTransactions {
    private static final int FIRST_SIZE = 1024;

    private int[] ids = new int[FIRST_SIZE];
    private @Nullable SmpRequest[] requests = new @Nullable SmpRequest[FIRST_SIZE];

    void put(int id, SmpRequest request) {
        while (requests[place(id)] != null) {
            grow();
        }
        ids[place(id)] = id;
        requests[place(id)] = request;
    }

    @Nullable SmpRequest get(int id) {
        return ids[place(id)] == id ? requests[place(id)] : null;
    }

    void remove(int id) {
        if (ids[place(id)] == id) {
            requests[place(id)] = null;
        }
    }

    private int place(int id) {
        return id & (ids.length - 1);
    }

    /** Two that had different places keep different ones: a place only gets one more bit. */
    private void grow() {
        int[] oldIds = ids;
        @Nullable SmpRequest[] oldRequests = requests;
        ids = new int[oldIds.length * 2];
        requests = new @Nullable SmpRequest[ids.length];
        for (int old = 0; old < oldIds.length; old++) {
            SmpRequest request = oldRequests[old];
            if (request != null) {
                ids[place(oldIds[old])] = oldIds[old];
                requests[place(oldIds[old])] = request;
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import java.util.function.LongConsumer;

/**
 * The address handles to senders, by what their datagrams tell of them; a look-up allocates
 * nothing.
 */
public final class SenderTable {
    /** The most senders. */
    public static final int CAPACITY = 1024;

    /** Longs that tell a sender: the local route, its GID and the GID that it sent to. */
    public static final int KEY_LONGS = 5;

    private static final int SLOTS = 2 * CAPACITY;
    private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

    private final long[] keys = new long[SLOTS * KEY_LONGS];
    private final long[] handles = new long[SLOTS];
    private int size;

    /**
     * The handle for a key.
     *
     * @return 0 if there is none
     */
    public long find(long[] key) {
        return handles[slot(key)];
    }

    /** Whether one more sender fits. */
    public boolean hasRoom() {
        return size < CAPACITY;
    }

    /** Adds a handle, not 0, for a key that has none; there is room. */
    public void put(long[] key, long handle) {
        int slot = slot(key);
        System.arraycopy(key, 0, keys, slot * KEY_LONGS, KEY_LONGS);
        handles[slot] = handle;
        size++;
    }

    /** Tells all handles. */
    public void forEach(LongConsumer action) {
        for (long handle : handles) {
            if (handle != 0) {
                action.accept(handle);
            }
        }
    }

    private int slot(long[] key) {
        long hash = 0;
        for (int i = 0; i < KEY_LONGS; i++) {
            hash = (hash ^ key[i]) * SPREAD;
            hash ^= hash >>> 32;
        }
        int at = (int) hash & (SLOTS - 1);
        while (handles[at] != 0 && !isAt(at, key)) {
            at = (at + 1) & (SLOTS - 1);
        }
        return at;
    }

    private boolean isAt(int slot, long[] key) {
        for (int i = 0; i < KEY_LONGS; i++) {
            if (keys[slot * KEY_LONGS + i] != key[i]) {
                return false;
            }
        }
        return true;
    }
}

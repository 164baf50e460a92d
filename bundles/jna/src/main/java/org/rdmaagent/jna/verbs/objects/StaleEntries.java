// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.verbs.direct.DirectQueue;
import org.rdmaagent.spi.mlx4.CqLayout;
import org.rdmaagent.verbs.QpNumber;

/**
 * What a queue pair left in a completion queue whose layout was given away: the library does not
 * take it out any more when the pair is reset or destroyed. If the pair, or one of the same number,
 * begins a new life, such an entry would be taken for one of that.
 */
final class StaleEntries {
    private static final int CQE_BYTES = 32;
    private static final int OWNER_BYTE = 31;
    private static final int INDEX = 0xff_ffff;

    /** Of a 32-bit word, big endian, as a little-endian machine reads it: without the number. */
    private static final int FLAGS = 0xff;

    private StaleEntries() {}

    /** Whether there are entries of a number. The queue is held. */
    static boolean has(NativeCq cq, QpNumber number) {
        return find(cq, number, (first, entry) -> {}) > 0;
    }

    /**
     * Gives the entries of a pair a number that none has (0 is the kernel's own), so that they
     * count as what they are: of no pair. The queue is held and nobody consumes it.
     */
    static void disown(NativeCq cq, QpNumber number) {
        int unused =
                find(
                        cq,
                        number,
                        (first, entry) -> first.setInt(entry, first.getInt(entry) & FLAGS));
    }

    private interface Found {
        void at(Pointer first, long entry);
    }

    private static int find(NativeCq cq, QpNumber number, Found action) {
        CqLayout layout = cq.polling().layout();
        Pointer first = new Pointer(layout.buffer() + layout.entryBytes() - CQE_BYTES);
        int index = index(cq.polling().direct(), layout);
        int found = 0;
        for (int i = 0; i < layout.entries(); i++) {
            int at = index + i;
            long entry = (long) (at & (layout.entries() - 1)) * layout.entryBytes();
            boolean round = (at & layout.entries()) != 0;
            if (first.getByte(entry + OWNER_BYTE) < 0 != round) {
                return found; // the device's
            }
            if (Integer.reverseBytes(first.getInt(entry) & ~FLAGS) == number.value()) {
                action.at(first, entry);
                found++;
            }
        }
        return found;
    }

    private static int index(@Nullable DirectQueue direct, CqLayout layout) {
        return direct == null
                ? Integer.reverseBytes(new Pointer(layout.consumerIndexRecord()).getInt(0)) & INDEX
                : direct.index();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import java.util.function.LongSupplier;
import org.rdmaagent.dataplane.LoopEventKind;
import org.rdmaagent.spi.completion.CompletionPort;

/**
 * Looks now and then at what a handler allocates: what it leaves to the collector stops the loop
 * later, when nobody can tell any more whose it was. Belongs to the loop's thread.
 */
final class Garbage {
    /** Looking costs about as much as an empty poll. */
    static final int BATCHES = 64;

    /** So many looks in a row found something: it is no warming up. */
    static final int LOOKS = 8;

    private final LongSupplier allocatedBytes;
    private final LoopNews news;
    private boolean looking;
    private long before;

    /**
     * @param allocatedBytes of the calling thread, since it began
     */
    Garbage(LongSupplier allocatedBytes, LoopNews news) {
        this.allocatedBytes = allocatedBytes;
        this.news = news;
    }

    /** A handler is about to get a batch. */
    void begin(Slot slot, CompletionPort port) {
        slot.batches++;
        looking = slot.batches % BATCHES == 0 && port.readsWithoutGarbage();
        if (looking) {
            before = allocatedBytes.getAsLong();
        }
    }

    /** It returned without a failure. */
    void end(Slot slot, Binding binding) {
        if (!looking) {
            return;
        }
        long bytes = allocatedBytes.getAsLong() - before;
        slot.tally().allocatedInBatch.set(bytes);
        slot.allocatingLooks = bytes > 0 ? slot.allocatingLooks + 1 : 0;
        if (slot.allocatingLooks == LOOKS) {
            news.tell(
                    LoopEventKind.HANDLER_ALLOCATES,
                    slot.cq(),
                    binding.identity(),
                    "the handler allocates memory, "
                            + bytes
                            + " bytes in the last batch that was looked at: the garbage collector"
                            + " will stop the loop; keep what a handler needs in its fields");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.spi.verbs.AhHandle;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.verbs.AddressHandle;
import org.rdmaagent.verbs.CompletionChannel;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.SharedReceiveQueue;
import org.rdmaagent.verbs.VerbsObject;
import org.rdmaagent.verbs.WorkQueue;

/** The handles behind objects that callers hand in. */
final class Given {
    private Given() {}

    static CqHandle queue(CompletionQueue queue, String call) {
        return handle(queue, CqHandle.class, call);
    }

    static @Nullable ChannelHandle channel(@Nullable CompletionChannel channel, String call) {
        return channel == null ? null : handle(channel, ChannelHandle.class, call);
    }

    static @Nullable SrqHandle receives(@Nullable SharedReceiveQueue queue, String call) {
        return queue == null ? null : handle(queue, SrqHandle.class, call);
    }

    static WqHandle workQueue(WorkQueue queue, String call) {
        return handle(queue, WqHandle.class, call);
    }

    static AhHandle address(AddressHandle address, String call) {
        return handle(address, AhHandle.class, call);
    }

    /**
     * The memory of a ring of receives.
     *
     * @throws IllegalArgumentException if it is of another context, or too small for one buffer
     */
    static MrHandle ring(MemoryRegion region, int bytesEach, ContextHandle context, String call) {
        MrHandle memory = handle(region, MrHandle.class, call);
        ContextHandle other = memory.pd().context();
        if (!other.equals(context)) {
            throw new IllegalArgumentException(
                    "memory region "
                            + memory.name()
                            + " is of context "
                            + other.name()
                            + ", the queue of "
                            + context.name()
                            + ": register memory in the protection domain of the queue");
        }
        if (bytesEach < 1) {
            throw new IllegalArgumentException(
                    "a buffer of a ring has 1 byte or more, not " + bytesEach);
        }
        if (bytesEach > memory.length()) {
            throw new IllegalArgumentException(
                    "a buffer of "
                            + bytesEach
                            + " bytes does not fit the "
                            + memory.length()
                            + " bytes of memory region "
                            + memory.name());
        }
        return memory;
    }

    private static <H extends VerbsHandle> H handle(
            VerbsObject object, Class<H> type, String call) {
        if (object instanceof LeasedObject<?> leased && type.isInstance(leased.in(call))) {
            return type.cast(leased.in(call));
        }
        throw new IllegalArgumentException(
                object.kind().shortName()
                        + " "
                        + object.name()
                        + " was not made by this VerbsService");
    }
}

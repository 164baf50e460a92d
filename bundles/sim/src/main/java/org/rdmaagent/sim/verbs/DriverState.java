// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.sim.mlx4.ContextAttributes;
import org.rdmaagent.sim.mlx4.Need;
import org.rdmaagent.sim.mlx4.ObjectMemory;
import org.rdmaagent.verbs.Device;

/**
 * What the driver keeps of an open device beside its objects: memory and work queue numbers. Only
 * that of mlx4 asks anybody for memory. The world's lock is held.
 */
final class DriverState {
    private final @Nullable ContextAttributes attributes;
    private final WqRanges ranges;

    /** The state of a context that is being opened. */
    DriverState(SimulatedHca hca, String context) {
        this.ranges = new WqRanges(hca.workQueues());
        this.attributes = hca.profile() == HcaProfile.MLX4 ? open(hca, context) : null;
    }

    private static ContextAttributes open(SimulatedHca hca, String context) {
        Device device = hca.device().device();
        return new ContextAttributes(
                hca.world().mlx4(),
                device.name(),
                context,
                device.numaNode(),
                bound(device),
                () -> hca.faults().strike(ContextAttributes.CALL, context));
    }

    /** The largest LOG_WQS_RANGE_SZ; -1 without RSS. */
    private static int bound(Device device) {
        long entries =
                device.extendedAttributes()
                        .map(told -> told.rssCaps().maxRwqIndirectionTableSize())
                        .orElse(0L);
        return 63 - Long.numberOfLeadingZeros(entries);
    }

    /** What can be set on it; null if its driver is another one. */
    @Nullable ContextAttributes attributes() {
        return attributes;
    }

    /** Takes the memory of an object, which goes back if it is not made. */
    <T> T withMemory(String call, String name, Need need, Function<ObjectMemory, T> maker) {
        ObjectMemory memory =
                attributes == null ? ObjectMemory.NONE : attributes.memory().take(call, name, need);
        boolean made = false;
        try {
            T object = maker.apply(memory);
            made = true;
            return object;
        } finally {
            if (!made) {
                memory.free();
            }
        }
    }

    /** The number of the next work queue; LOG_WQS_RANGE_SZ is used up by it. */
    WqRanges.Place nextWorkQueue(String name) {
        int size = attributes == null ? 1 : 1 << attributes.range().pending();
        WqRanges.Place place = ranges.take(name, size);
        if (attributes != null) {
            attributes.range().consume();
        }
        return place;
    }

    /** The plans are others now. */
    void follow() {
        if (attributes != null) {
            attributes.follow();
        }
    }

    /** An object was made on the context. */
    void touch() {
        if (attributes != null) {
            attributes.memory().touch();
        }
    }

    void end() {
        if (attributes != null) {
            attributes.end();
        }
    }
}

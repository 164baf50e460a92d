// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.mlx4;

/**
 * What is set on contexts of a device right after they are opened, before anything is made on them.
 *
 * @param device the name of the device
 * @param context the name of a context, or how its name begins with {@code *} at the end; {@code *}
 *     for all. An exact name comes before a beginning, a longer beginning before a shorter one; of
 *     two that fit equally well the one that comes first counts
 * @param allocator for its queues
 * @param logWqsRangeSize 0 to 255; 0 sets nothing
 * @param origin where the plan comes from, for who reads the status
 */
public record ContextPlan(
        String device,
        String context,
        AllocatorPlan allocator,
        int logWqsRangeSize,
        String origin) {
    /** Whether it is for a context. */
    public boolean fits(String ofDevice, String name) {
        return device.equals(ofDevice)
                && (context.endsWith("*")
                        ? name.startsWith(context.substring(0, context.length() - 1))
                        : context.equals(name));
    }
}

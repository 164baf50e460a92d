// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.completion;

/**
 * A completion queue in a provider's registry. A queue of the same names that was made later is
 * another one.
 *
 * @param device where it is
 * @param context the name of its context
 * @param name its own name
 * @param identity different for each queue that the provider ever made
 * @param entries as granted
 * @param work the most requests that its queue pairs and shared receive queues can have outstanding
 * @param hasChannel whether it can be waited for
 */
public record PolledQueue(
        String device,
        String context,
        String name,
        long identity,
        int entries,
        int work,
        boolean hasChannel) {
    /** The name that tells it from queues of other contexts: {@code context:name}. */
    public String qualifiedName() {
        return context + ":" + name;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.kernel;

/** Remarks that several rows of {@link KernelVerb} share. */
final class Note {
    static final String BUSY = "EBUSY while others need it; events are acknowledged first.";
    static final String COUNTERS = "MBean Port, attribute `HwCounters`.";
    static final String DMA =
            "Memory is mapped for the adapter when it is registered; user space sees no DMA"
                    + " addresses.";
    static final String INLINE = "An inline function of C, called through the context's table.";
    static final String LAYER = "node type, link layer";
    static final String MULTICAST =
            "MBean QueuePair. Only tells the adapter: the subnet administration must have created"
                    + " the group and the port must be a member.";
    static final String RATES = "Rows that libibverbs answers otherwise: below.";
    static final String SPEED = "By the kernel's round numbers; an unknown speed counts as SDR.";
    static final String XRC = "Shown on the simulation only: no test rig has XRC.";

    private Note() {}
}

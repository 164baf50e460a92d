// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

import org.rdmaagent.spi.mlx4.AllocatorPlan;

/** One region for the contexts of a plan. */
final class Arena implements BufferSource {
    private final AddressSpace addresses;
    private final AllocatorPlan plan;
    private final int deviceNode;
    private final long bytes;
    private long used;

    /**
     * An empty one.
     *
     * @param deviceNode the NUMA node of the device, or -1
     */
    Arena(AddressSpace addresses, AllocatorPlan plan, int deviceNode) {
        this.addresses = addresses;
        this.plan = plan;
        this.deviceNode = deviceNode;
        this.bytes = Pages.round(Math.max(1, plan.regionBytes()), Pages.BYTES);
    }

    @Override
    public Piece take(long wanted) throws NoMemory {
        if (bytes - used < wanted) {
            throw new NoMemory(
                    "the arena is full: "
                            + used
                            + " of "
                            + bytes
                            + " bytes are used; raise regionBytes, and reopen the contexts");
        }
        used += wanted;
        return addresses.take(wanted, () -> used -= wanted);
    }

    @Override
    public String detail() {
        int node = plan.numaNode() == AllocatorPlan.DEVICE_NODE ? deviceNode : plan.numaNode();
        return "simulated: a region of "
                + bytes
                + " bytes, "
                + used
                + " used; "
                + (node < 0 ? "not bound to a node" : "on node " + node)
                + (plan.locked() ? ", locked" : ", not locked");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

/** Pages of the simulated process, of which there are always enough. */
final class OrdinaryPages implements BufferSource {
    private final AddressSpace addresses;

    OrdinaryPages(AddressSpace addresses) {
        this.addresses = addresses;
    }

    @Override
    public Piece take(long bytes) {
        return addresses.take(bytes, () -> {});
    }

    @Override
    public String detail() {
        return "simulated: ordinary pages";
    }
}

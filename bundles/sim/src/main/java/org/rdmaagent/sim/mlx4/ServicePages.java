// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

import org.rdmaagent.mlx4.BufferAllocator;

/** Memory of whoever offers it under a name at the moment. Nobody touches it here. */
final class ServicePages implements BufferSource {
    private final String name;
    private final AllocatorServices services;

    ServicePages(String name, AllocatorServices services) {
        this.name = name;
        this.services = services;
    }

    @Override
    public Piece take(long bytes) throws NoMemory {
        BufferAllocator allocator =
                services.find(name)
                        .orElseThrow(
                                () -> new NoMemory("the service is not there; start its bundle"));
        long address = ask(allocator, bytes);
        if (address == 0) {
            throw new NoMemory("the service gave 0");
        }
        if (address % Pages.BYTES != 0) {
            giveBack(allocator, address, bytes);
            throw new NoMemory(
                    "the service gave 0x"
                            + Long.toHexString(address)
                            + ", which is no multiple of "
                            + Pages.BYTES);
        }
        return new Piece(address, () -> allocator.free(address, bytes));
    }

    // Whatever it throws: it is somebody else's code, and the library goes on.
    private static long ask(BufferAllocator allocator, long bytes) throws NoMemory {
        try {
            return allocator.allocate(bytes);
        } catch (Throwable e) {
            throw new NoMemory("the service threw " + e);
        }
    }

    private static void giveBack(BufferAllocator allocator, long address, long bytes)
            throws NoMemory {
        try {
            allocator.free(address, bytes);
        } catch (Throwable e) {
            throw new NoMemory(
                    "the service gave 0x"
                            + Long.toHexString(address)
                            + ", which is no page, and threw "
                            + e
                            + " when it got it back");
        }
    }

    @Override
    public String detail() {
        return services.find(name)
                .map(allocator -> "the service is there: " + allocator.getClass().getName())
                .orElse("the service is not there");
    }
}

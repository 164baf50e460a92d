// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import com.sun.jna.Pointer;
import org.rdmaagent.jna.os.SystemCalls;

/** What is given where the chosen allocator has nothing: a mapping for each request. */
final class OrdinaryPages implements BufferSource {
    @Override
    public String name() {
        return "ordinary pages";
    }

    @Override
    public Lot take(long bytes) throws NoBufferException {
        MappedRegion region = MappedRegion.map(bytes, MappedRegion.Wish.ORDINARY);
        return new Lot(region.address(), OrdinaryPages::unmap);
    }

    private static void unmap(long address, long bytes) {
        int unused = SystemCalls.munmap(new Pointer(address), bytes); // it was mapped above
    }

    @Override
    public String detail() {
        return "anonymous pages";
    }
}

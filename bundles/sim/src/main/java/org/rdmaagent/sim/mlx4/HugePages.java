// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

import java.util.ArrayList;
import java.util.List;

/** Chunks of huge pages, as many as a context needs; an empty one goes back at once. */
final class HugePages implements BufferSource {
    private static final class Chunk {
        private final long bytes;
        private long used;

        private Chunk(long bytes) {
            this.bytes = bytes;
        }
    }

    private final HugePagePool pool;
    private final AddressSpace addresses;
    private final long chunkBytes;
    private final List<Chunk> chunks = new ArrayList<>();

    HugePages(HugePagePool pool, AddressSpace addresses, long chunkBytes) {
        this.pool = pool;
        this.addresses = addresses;
        this.chunkBytes = Pages.round(Math.max(1, chunkBytes), Pages.HUGE_BYTES);
    }

    @Override
    public Piece take(long bytes) throws NoMemory {
        Chunk chunk = withRoom(bytes);
        chunk.used += bytes;
        return addresses.take(bytes, () -> give(chunk, bytes));
    }

    private Chunk withRoom(long bytes) throws NoMemory {
        for (Chunk chunk : chunks) {
            if (chunk.bytes - chunk.used >= bytes) {
                return chunk;
            }
        }
        Chunk chunk = new Chunk(Pages.round(Math.max(bytes, chunkBytes), Pages.HUGE_BYTES));
        pool.take(chunk.bytes / Pages.HUGE_BYTES);
        chunks.add(chunk);
        return chunk;
    }

    private void give(Chunk chunk, long bytes) {
        chunk.used -= bytes;
        if (chunk.used == 0) {
            chunks.remove(chunk);
            pool.give(chunk.bytes / Pages.HUGE_BYTES);
        }
    }

    @Override
    public String detail() {
        long pages = chunks.stream().mapToLong(chunk -> chunk.bytes).sum() / Pages.HUGE_BYTES;
        return "simulated: " + pages + " huge pages of 2 MiB, " + chunks.size() + " chunks";
    }
}

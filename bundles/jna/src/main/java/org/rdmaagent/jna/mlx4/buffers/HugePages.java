// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmaagent.jna.os.MemoryCalls;
import org.rdmaagent.mlx4.Mlx4Allocators;
import org.rdmaagent.spi.mlx4.AllocatorPlan;

/** Chunks of huge pages, cut into pages; a chunk that is empty again is unmapped. */
final class HugePages implements BufferSource {
    private record Chunk(MappedRegion region, PageHeap heap) {
        boolean holds(long address) {
            return address >= region.address() && address < region.address() + region.bytes();
        }
    }

    private final HostMemory host;
    private final AllocatorPlan plan;
    private final int node;
    private final List<Chunk> chunks = new ArrayList<>();
    private String lacking = "";

    /**
     * Maps nothing yet.
     *
     * @param node that the chunks are bound to; negative for none
     */
    HugePages(HostMemory host, AllocatorPlan plan, int node) {
        this.host = host;
        this.plan = plan;
        this.node = node;
    }

    @Override
    public String name() {
        return Mlx4Allocators.HUGEPAGE;
    }

    @Override
    public synchronized Lot take(long bytes) throws NoBufferException {
        Optional<Lot> found =
                chunks.stream().flatMap(chunk -> cut(chunk, bytes).stream()).findFirst();
        if (found.isPresent()) {
            return found.get();
        }
        Chunk chunk = map(bytes);
        chunks.add(chunk);
        return cut(chunk, bytes).orElseThrow();
    }

    private Optional<Lot> cut(Chunk chunk, long bytes) {
        OptionalLong offset = chunk.heap().take(bytes);
        return offset.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Lot(chunk.region().address() + offset.getAsLong(), this::takeBack));
    }

    private Chunk map(long least) throws NoBufferException {
        long page = host.hugePageBytes();
        long bytes = HostMemory.rounded(Math.max(least, plan.regionBytes()), page);
        MappedRegion.Wish wish =
                MappedRegion.Wish.resident(
                        MemoryCalls.MAP_HUGETLB, node, plan.locked(), plan.fallback());
        try {
            MappedRegion region = MappedRegion.map(bytes, wish);
            lacking = region.lacking();
            return new Chunk(region, new PageHeap(bytes));
        } catch (NoBufferException e) {
            throw new NoBufferException(
                    "no huge pages ("
                            + e.reason()
                            + "; "
                            + host.freeHugePages()
                            + " of "
                            + page
                            + " bytes are free): raise "
                            + HostMemory.NR_HUGEPAGES);
        }
    }

    private synchronized void takeBack(long address, long bytes) {
        Chunk chunk =
                chunks.stream()
                        .filter(each -> each.holds(address))
                        .findFirst()
                        .orElseThrow(
                                () -> new IllegalArgumentException("no chunk has this address"));
        chunk.heap().giveBack(address - chunk.region().address(), bytes);
        if (chunk.heap().used() == 0) {
            chunks.removeIf(each -> each.region() == chunk.region());
            chunk.region().unmap();
        }
    }

    @Override
    public synchronized String detail() {
        long bytes = chunks.stream().mapToLong(chunk -> chunk.heap().bytes()).sum();
        long used = chunks.stream().mapToLong(chunk -> chunk.heap().used()).sum();
        return bytes / host.hugePageBytes()
                + " huge pages of "
                + host.hugePageBytes()
                + " bytes, "
                + used
                + " bytes used"
                + SourceWords.placement(node, plan.locked() && lacking.isEmpty());
    }

    @Override
    public synchronized String trouble() {
        return lacking;
    }
}

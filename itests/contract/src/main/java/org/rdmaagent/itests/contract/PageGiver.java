// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongUnaryOperator;
import org.rdmaagent.mlx4.BufferAllocator;

/** An allocator that keeps a record, and does what a case wants. For any thread. */
final class PageGiver implements BufferAllocator {
    static final long PAGE = 4096;

    private final Mlx4Rig rig;
    private final Map<Long, Long> live = new ConcurrentHashMap<>();
    private final Set<String> mistakes = ConcurrentHashMap.newKeySet();
    private final AtomicInteger given = new AtomicInteger();
    private volatile LongUnaryOperator giving = this::pages;
    private volatile String refusal = "";
    private volatile long last;

    PageGiver(Mlx4Rig rig) {
        this.rig = rig;
    }

    private long pages(long bytes) {
        long address = rig.takePages(bytes);
        live.put(address, bytes);
        last = address;
        given.incrementAndGet();
        return address;
    }

    @Override
    public long allocate(long bytes) {
        if (bytes < 1 || bytes % PAGE != 0) {
            mistakes.add("asked for " + bytes + " bytes");
        }
        return giving.applyAsLong(bytes);
    }

    @Override
    public void free(long address, long bytes) {
        Long asked = live.remove(address);
        if (asked == null) {
            mistakes.add("got back what it never gave");
            return;
        }
        if (asked != bytes) {
            mistakes.add("got back " + bytes + " of " + asked + " bytes");
        }
        rig.givePages(address, asked);
        if (!refusal.isEmpty()) {
            throw new IllegalStateException(refusal);
        }
    }

    /** From now on it gives in another way. */
    void giving(LongUnaryOperator way) {
        giving = way;
    }

    /** From now on it gives pages again. */
    void givingPages() {
        giving = this::pages;
    }

    /** It gives pages so often, then 0. */
    void givingOnly(int times) {
        AtomicInteger left = new AtomicInteger(times);
        giving = bytes -> left.getAndDecrement() > 0 ? pages(bytes) : 0;
    }

    /** It throws when it takes something back; not with an empty text. */
    void refusingBack(String text) {
        refusal = text;
    }

    /** Pages, at an address that is none of a page. */
    void givingCrooked() {
        giving =
                bytes -> {
                    long address = rig.takePages(bytes + PAGE) + 64;
                    live.put(address, bytes);
                    return address;
                };
    }

    /** Of the last pages that it gave. */
    long lastAddress() {
        return last;
    }

    int given() {
        return given.get();
    }

    int liveBuffers() {
        return live.size();
    }

    long liveBytes() {
        return live.values().stream().mapToLong(Long::longValue).sum();
    }

    /** What was done wrong to it; empty if nothing. */
    Set<String> mistakes() {
        return Set.copyOf(mistakes);
    }
}

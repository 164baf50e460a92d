// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.ScatterGather;

/**
 * The registered memory of a device, by key and by address. Addresses are invented: they follow
 * each other with a page between them. The world's lock is held.
 */
final class MemoryTable {
    private static final long FIRST_ADDRESS = 0x7f00_0000_0000L;
    private static final long PAGE = 4096;
    private static final int KEY_SHIFT = 8;
    private static final int KEYS = 0xff_ffff;

    private final Map<Integer, SimulatedMr> byKey = new HashMap<>();
    private final TreeMap<Long, SimulatedMr> byAddress = new TreeMap<>();
    private long nextAddress = FIRST_ADDRESS;
    private int nextIndex = 1;

    /** A place in the address space. */
    long reserve(long bytes) {
        long address = nextAddress;
        nextAddress += (bytes + 2 * PAGE - 1) / PAGE * PAGE;
        return address;
    }

    /** A key that nobody has; the low byte counts how often its index was used before. */
    int newKey() {
        int key = nextIndex << KEY_SHIFT;
        while (byKey.containsKey(key)) {
            nextIndex = nextIndex % KEYS + 1;
            key = nextIndex << KEY_SHIFT;
        }
        nextIndex = nextIndex % KEYS + 1;
        return key;
    }

    void add(SimulatedMr region) {
        byKey.put(region.lkey(), region);
        byAddress.put(region.address(), region);
    }

    void remove(SimulatedMr region) {
        byKey.remove(region.lkey());
        byAddress.remove(region.address());
    }

    /**
     * Memory that may be used so.
     *
     * @param pd whose it must be; null for any
     * @param need what it must be registered for; null if reading it locally is enough
     */
    Optional<Span> find(
            @Nullable SimulatedPd pd,
            int key,
            long address,
            long length,
            @Nullable AccessFlag need) {
        SimulatedMr region = byKey.get(key);
        if (region == null
                || (pd != null && region.pd() != pd)
                || (need != null && !region.access().contains(need))
                || !region.covers(address, length)) {
            return Optional.empty();
        }
        return Optional.of(region.span(address, length));
    }

    /** The memory of a list of segments; empty if one of them may not be used so. */
    Optional<Span> find(
            @Nullable SimulatedPd pd, List<ScatterGather> segments, @Nullable AccessFlag need) {
        Span whole = new Span();
        for (ScatterGather segment : segments) {
            if (segment.length() > 0) {
                Optional<Span> part =
                        find(pd, segment.lkey(), segment.address(), segment.length(), need);
                if (part.isEmpty()) {
                    return Optional.empty();
                }
                whole.append(part.get());
            }
        }
        return Optional.of(whole);
    }

    /** Whether all keys are those of regions of a protection domain, bounds aside. */
    boolean known(@Nullable SimulatedPd pd, List<ScatterGather> segments) {
        return segments.stream()
                .map(segment -> byKey.get(segment.lkey()))
                .allMatch(region -> region != null && (pd == null || region.pd() == pd));
    }

    /** Memory by its address alone, as the processor sees it. */
    Optional<Span> ofProcess(List<ScatterGather> segments) {
        Span whole = new Span();
        for (ScatterGather segment : segments) {
            if (segment.length() > 0) {
                Map.Entry<Long, SimulatedMr> entry = byAddress.floorEntry(segment.address());
                if (entry == null
                        || !entry.getValue().covers(segment.address(), segment.length())) {
                    return Optional.empty();
                }
                whole.append(entry.getValue().span(segment.address(), segment.length()));
            }
        }
        return Optional.of(whole);
    }
}

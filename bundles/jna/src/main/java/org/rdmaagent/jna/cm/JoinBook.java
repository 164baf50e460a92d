// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.spi.cm.CmJoin;

/**
 * The groups of an id. A join is known here before the library hears of it, since its event may be
 * taken before the call returns, and forgotten before the library is to leave. Any thread; calls
 * nothing under its lock.
 */
final class JoinBook {
    /**
     * One of them.
     *
     * @param number the context that the library gives back with its events; of no other join
     * @param sockaddr as the library was given it
     */
    record Entry(long number, CmJoin join, Sockaddr sockaddr) {}

    private final Map<Long, Entry> byNumber = new LinkedHashMap<>();
    private final Map<Sockaddr, Long> byAddress = new HashMap<>();

    /**
     * Two groups that are the same to the library are the same here.
     *
     * @return false, and nothing is changed, if the group is there
     */
    synchronized boolean add(Entry entry) {
        if (byAddress.putIfAbsent(entry.sockaddr(), entry.number()) != null) {
            return false;
        }
        byNumber.put(entry.number(), entry);
        return true;
    }

    /** Takes one out; null if it is not there. */
    synchronized @Nullable Entry remove(Sockaddr sockaddr) {
        Long number = byAddress.remove(sockaddr);
        return number == null ? null : byNumber.remove(number);
    }

    /**
     * An event came: writes down what it says of its group.
     *
     * @return whose it is; empty if it was left meanwhile
     */
    synchronized Optional<GroupAddress> told(CopiedEvent event) {
        Entry known = byNumber.get(event.join());
        if (known == null) {
            return Optional.empty();
        }
        CmJoin before = known.join();
        CmJoin now = new CmJoin(before.group(), before.kind(), event.joined());
        byNumber.put(event.join(), new Entry(known.number(), now, known.sockaddr()));
        return Optional.of(before.group());
    }

    /** In the order of joining. */
    synchronized List<Entry> entries() {
        return new ArrayList<>(byNumber.values());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.rdmaagent.dataplane.MessageCount;
import org.rdmaagent.dataplane.MessageCounter;

/** A counter whose messages a test lets arrive. */
final class HandCounter implements MessageCounter {
    private final Map<Integer, long[]> counts = new TreeMap<>();
    final Set<Integer> late = new HashSet<>();

    /** A queue pair receives. */
    void receive(int qpNum, int messages) {
        long[] count = counts.computeIfAbsent(qpNum, any -> new long[2]);
        count[0] += messages;
        count[1] += late.contains(qpNum) ? messages : 0;
    }

    @Override
    public List<MessageCount> counts() {
        return new ArrayList<>(counts.keySet()).stream().map(this::count).toList();
    }

    @Override
    public MessageCount count(int qpNum) {
        long[] count = counts.getOrDefault(qpNum, new long[2]);
        return new MessageCount(qpNum, count[0], 0, count[1], 0);
    }

    @Override
    public void beginLate(int qpNum) {
        late.add(qpNum);
    }

    @Override
    public void endLate(int qpNum) {
        late.remove(qpNum);
    }
}

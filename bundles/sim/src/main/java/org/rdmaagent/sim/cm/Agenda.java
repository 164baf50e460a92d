// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.cm;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What is to be done at which time, each once unless it is struck off. The lock is held. */
final class Agenda {
    /** There is nothing to do. */
    static final long NEVER = Long.MAX_VALUE;

    private record Moment(long nanos, long sequence) {}

    private record Item(Object owner, Runnable work) {}

    private final TreeMap<Moment, Item> items =
            new TreeMap<>(
                    Comparator.comparingLong(Moment::nanos).thenComparingLong(Moment::sequence));
    private final Map<Object, Moment> moments = new HashMap<>();
    private long sequence;

    /** Notes something; an owner has one thing to do at the most. */
    void add(Object owner, long nanos, Runnable work) {
        cancel(owner);
        Moment moment = new Moment(nanos, ++sequence);
        moments.put(owner, moment);
        items.put(moment, new Item(owner, work));
    }

    /** Strikes off what an owner has to do. */
    void cancel(Object owner) {
        Moment moment = moments.remove(owner);
        if (moment != null) {
            items.remove(moment);
        }
    }

    /** When something is to be done next. */
    long next() {
        return items.isEmpty() ? NEVER : items.firstKey().nanos;
    }

    /** Does what is due. */
    void run(long now) {
        while (next() <= now) {
            Item item = items.pollFirstEntry().getValue();
            moments.remove(item.owner);
            item.work.run();
        }
    }
}

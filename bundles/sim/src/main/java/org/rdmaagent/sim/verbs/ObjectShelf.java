// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.verbs.ObjectKind;

/** The open objects of a context, by kind and name. The world's lock is held. */
final class ObjectShelf {
    private final String context;
    // In the order of the kinds, in which they can be closed.
    private final Map<ObjectKind, Map<String, SimulatedObject>> objects =
            new EnumMap<>(ObjectKind.class);

    /**
     * An empty one.
     *
     * @param context the name of the context, for its complaints
     */
    ObjectShelf(String context) {
        this.context = context;
    }

    private Map<String, SimulatedObject> named(ObjectKind kind) {
        return objects.computeIfAbsent(kind, any -> new LinkedHashMap<>());
    }

    /** No open object of the kind has the name. */
    void requireFree(ObjectKind kind, String name) {
        if (named(kind).containsKey(name)) {
            throw new IllegalArgumentException(
                    "the context "
                            + context
                            + " has an open "
                            + kind.shortName()
                            + " of the name "
                            + name
                            + ": close it or take another name");
        }
    }

    void put(SimulatedObject object) {
        named(object.kind()).put(object.name(), object);
    }

    /** Whether it was there. */
    boolean remove(SimulatedObject object) {
        return named(object.kind()).remove(object.name(), object);
    }

    /** The one of a kind and a name; null if there is none. */
    @Nullable SimulatedObject find(ObjectKind kind, String name) {
        return named(kind).get(name);
    }

    /** All of them, in an order in which they can be closed. */
    List<VerbsHandle> all() {
        List<VerbsHandle> all = new ArrayList<>();
        objects.values().forEach(named -> all.addAll(named.values()));
        return List.copyOf(all);
    }

    /** The completion queues, in the order of their making. */
    List<SimulatedCq> completionQueues() {
        return named(ObjectKind.COMPLETION_QUEUE).values().stream()
                .map(SimulatedCq.class::cast)
                .toList();
    }

    /** How many of each kind; every kind is told. */
    Map<ObjectKind, Integer> counts() {
        Map<ObjectKind, Integer> counts = new EnumMap<>(ObjectKind.class);
        for (ObjectKind kind : ObjectKind.values()) {
            counts.put(kind, named(kind).size());
        }
        return counts;
    }
}

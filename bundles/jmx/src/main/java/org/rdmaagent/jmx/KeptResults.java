// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.Topology;

/**
 * The last result of each port, for the time after its fabric bundle was replaced: a viewer must
 * not read of an empty subnet because the new bundle has not swept yet. They are values of this
 * bundle, so that they hold nothing of the old one. For any thread.
 */
final class KeptResults {
    /** The generation of a service that is bound no more, or not yet. */
    static final long UNBOUND = 0;

    private static final Kept NOTHING = new Kept(PortResult.NONE, UNBOUND);

    private final Map<PortId, Kept> results = new ConcurrentHashMap<>();

    private record Kept(PortResult result, long generation) {}

    /** Of one port, at one time. */
    @FunctionalInterface
    interface Former {
        /** What others than this generation have found; {@link PortResult#NONE} if nothing. */
        PortResult before(long generation);
    }

    /**
     * Keeps a result until the next one.
     *
     * @param generation of the binding to the service that has it
     */
    void keep(PortId port, Topology topology, long generation) {
        results.put(port, new Kept(PortResult.of(topology), generation));
    }

    /** It was destroyed. */
    void forget(PortId port) {
        results.remove(port);
    }

    /** Forgets all other ports. */
    void retain(Set<PortId> ports) {
        results.keySet().retainAll(ports);
    }

    /** What is kept of a port now. */
    Former of(PortId port) {
        Kept kept = results.getOrDefault(port, NOTHING);
        return generation -> kept.generation() == generation ? PortResult.NONE : kept.result();
    }
}

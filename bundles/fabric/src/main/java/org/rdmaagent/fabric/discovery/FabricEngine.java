// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import org.rdmaagent.fabric.DiscoveryRequest;

/** Who can sweep. For any thread. */
interface FabricEngine {
    /** What {@link org.rdmaagent.fabric.Topology#source} says of its results. */
    String name();

    /**
     * Refuses what it cannot do.
     *
     * @throws IllegalArgumentException if it cannot do what is asked
     */
    void require(DiscoveryRequest request);

    /** Whether it works by this service, and cannot without. */
    boolean uses(Object service);

    /**
     * Begins a sweep; does not wait for it.
     *
     * @throws org.rdmaagent.RdmaException if the port cannot be had
     */
    EngineRun begin(SweepOrder order, SweepTrace trace);
}

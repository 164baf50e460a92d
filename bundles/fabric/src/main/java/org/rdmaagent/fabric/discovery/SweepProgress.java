// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

/** Hears how a sweep gets on. */
@FunctionalInterface
interface SweepProgress {
    /** Nobody listens. */
    SweepProgress NONE = (nodes, links, smpsSent) -> {};

    /**
     * Called on the sweep's thread for each node found; returns at once.
     *
     * @param nodes nodes found so far
     * @param links links found so far
     * @param smpsSent SMPs sent so far, repeats included
     */
    void nodeFound(int nodes, int links, long smpsSent);
}

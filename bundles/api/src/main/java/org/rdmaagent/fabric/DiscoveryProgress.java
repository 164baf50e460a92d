// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import org.rdmaagent.PortId;

/**
 * How far a running sweep is. Of one sweep, the numbers never fall.
 *
 * @param port the port that the SMPs leave by
 * @param engine who sweeps
 * @param sequence 1 for the first report of a sweep, then one more each time
 * @param nodes nodes found so far
 * @param links links found so far
 * @param smpsUsed subnet management packets sent so far, answered or not, repeats included; 0 means
 *     not known: none was sent yet, or the engine does not tell before its end (libibnetdisc)
 * @param elapsedNanos since the sweep began, nanoseconds
 * @param ended whether this is the last report of the sweep
 */
public record DiscoveryProgress(
        PortId port,
        String engine,
        long sequence,
        int nodes,
        int links,
        long smpsUsed,
        long elapsedNanos,
        boolean ended) {}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.List;
import org.rdmaagent.fabric.FabricProblem;
import org.rdmaagent.fabric.Topology;

/**
 * What the attributes of a Fabric MBean show of a sweep's result, without the topology itself.
 *
 * @param summary the counts
 * @param failedPaths at most {@link #SHOWN_ROWS}
 * @param problems at most {@link #SHOWN_ROWS}
 */
record PortResult(
        SweepSummary summary, List<FailedPathRow> failedPaths, List<FabricProblem> problems) {
    /** How many rows a table shows at the most, so that reading all attributes stays small. */
    static final int SHOWN_ROWS = 10_000;

    /** What there is before the first sweep. */
    static final PortResult NONE = new PortResult(SweepSummary.NONE, List.of(), List.of());

    static PortResult of(Topology topology) {
        return new PortResult(SweepSummary.of(topology), failedPaths(topology), problems(topology));
    }

    static List<FailedPathRow> failedPaths(Topology topology) {
        return topology.failedPaths().stream().limit(SHOWN_ROWS).map(FailedPathRow::of).toList();
    }

    static List<FabricProblem> problems(Topology topology) {
        return topology.problems().stream().limit(SHOWN_ROWS).toList();
    }
}

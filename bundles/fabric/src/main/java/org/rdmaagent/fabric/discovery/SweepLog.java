// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.FailedPath;
import org.rdmaagent.fabric.Topology;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the log says of a sweep. */
final class SweepLog {
    private static final Logger LOG = LoggerFactory.getLogger(SweepLog.class);
    private static final int SHOWN_FAILURES = 100;

    private SweepLog() {}

    /** In one line what is going to happen. */
    static String begins(SweepOrder order) {
        SweepPlan plan = order.plan();
        return "begins, "
                + (plan.known() == null ? "" : "to confirm what is known of the ")
                + scope(plan.from(), plan.hops())
                + "; "
                + order.settings();
    }

    /** {@code whole subnet}, or {@code within 2 hops of 0,1,5}. */
    static String scope(DirectedRoute from, OptionalInt hops) {
        if (hops.isPresent()) {
            return "within " + hops.getAsInt() + " hops of " + from;
        }
        return from.equals(DirectedRoute.LOCAL) ? "whole subnet" : "whole subnet, from " + from;
    }

    /** How one ended: always a line, and, where they are wanted, the failed paths. */
    static void ended(
            PortId port,
            SweepTrace trace,
            @Nullable Topology topology,
            @Nullable RdmaException failure) {
        if (failure != null) {
            LOG.warn("The sweep from {} has no result: {}", port, failure.getMessage());
        }
        if (topology == null) {
            return;
        }
        LOG.info(
                "Swept from {} by {}: {} nodes, {} links, {} failed paths, {} problems",
                port,
                topology.source(),
                topology.nodes().size(),
                topology.links().size(),
                topology.failedPaths().size(),
                topology.problems().size());
        if (trace.wants(SweepWatch.STEPS)) {
            topology.failedPaths().stream()
                    .limit(SHOWN_FAILURES)
                    .forEach(path -> trace.step(SweepWatch.STEPS, failed(path)));
        }
    }

    private static String failed(FailedPath path) {
        return path.attribute()
                + (path.port() < 0 ? "" : " of port " + path.port())
                + " at "
                + path.route()
                + (path.description().isEmpty() ? "" : " ('" + path.description() + "')")
                + ": "
                + path.status();
    }
}

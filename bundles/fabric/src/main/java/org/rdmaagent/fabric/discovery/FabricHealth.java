// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayList;
import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.agent.HealthCheck;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.fabric.FabricProblem;
import org.rdmaagent.fabric.FailedPath;
import org.rdmaagent.fabric.SweepState;
import org.rdmaagent.fabric.Topology;

/**
 * How the last sweeps of the whole subnets went: the worst port gives the grade, each has its say.
 */
@Component(immediate = true, service = HealthCheck.class)
public final class FabricHealth implements HealthCheck {
    private static final String NAME = "fabric";

    private final WholeSweeps fabric;

    /** Called by the component runtime. */
    @Activate
    public FabricHealth(@Reference WholeSweeps fabric) {
        this.fabric = fabric;
    }

    @Override
    public HealthResult check() {
        HealthGrade worst = HealthGrade.OK;
        List<String> texts = new ArrayList<>();
        try {
            List<PortId> ports = fabric.ports();
            if (ports.isEmpty()) {
                return result(
                        HealthGrade.WARN,
                        "no InfiniBand port can sweep: no provider of MADs, or none with a port");
            }
            for (PortId port : ports) {
                HealthResult one = judge(fabric.wholeState(port));
                worst = one.grade().compareTo(worst) > 0 ? one.grade() : worst;
                texts.add(port + ": " + one.text());
            }
        } catch (RdmaException e) {
            // The provider went away between the questions.
            return result(HealthGrade.WARN, String.valueOf(e.getMessage()));
        }
        return result(worst, String.join("; ", texts));
    }

    static HealthResult judge(SweepState state) {
        Topology topology = state.topology();
        if (topology == null) {
            return state.error().isEmpty()
                    ? result(HealthGrade.OK, state.running() ? "first sweep runs" : "not swept yet")
                    : result(HealthGrade.CRITICAL, state.error());
        }
        if (!state.error().isEmpty()) {
            return result(HealthGrade.WARN, "the last result is an older one: " + state.error());
        }
        if (!topology.complete()) {
            return result(HealthGrade.WARN, incomplete(topology.failedPaths()));
        }
        List<FabricProblem> problems = topology.problems();
        if (!problems.isEmpty()) {
            return result(
                    HealthGrade.WARN,
                    problems.size() + " problem(s), first: " + problems.get(0).text());
        }
        return result(
                HealthGrade.OK,
                topology.nodes().size()
                        + " nodes, "
                        + topology.links().size()
                        + " links, complete");
    }

    private static String incomplete(List<FailedPath> failed) {
        FailedPath first = failed.get(0);
        return failed.size()
                + " question(s) without a good answer, first: "
                + first.attribute()
                + (first.port() < 0 ? "" : " of port " + first.port())
                + " at route "
                + first.route()
                + (first.description().isEmpty() ? "" : " ('" + first.description() + "')")
                + ": "
                + first.status()
                + "; look at that node and the links towards it";
    }

    private static HealthResult result(HealthGrade grade, String text) {
        return new HealthResult(NAME, grade, text);
    }
}

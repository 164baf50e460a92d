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
 * Before them comes what the configuration says that cannot be used, a warning.
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
        List<String> texts = new ArrayList<>(fabric.schedule().faults());
        HealthGrade worst = texts.isEmpty() ? HealthGrade.OK : HealthGrade.WARN;
        try {
            List<PortId> ports = fabric.ports();
            if (ports.isEmpty()) {
                worst = HealthGrade.WARN;
                texts.add("no InfiniBand port can sweep: no provider of MADs, or none with a port");
            }
            for (PortId port : ports) {
                HealthResult one = judge(fabric.wholeState(port));
                worst = one.grade().compareTo(worst) > 0 ? one.grade() : worst;
                texts.add(port + ": " + one.text());
            }
        } catch (RdmaException e) {
            // The provider went away between the questions.
            worst = HealthGrade.WARN.compareTo(worst) > 0 ? HealthGrade.WARN : worst;
            texts.add(String.valueOf(e.getMessage()));
        }
        return result(worst, String.join("; ", texts));
    }

    static HealthResult judge(SweepState state) {
        Topology topology = state.topology();
        if (topology == null) {
            return withoutResult(state);
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

    private static HealthResult withoutResult(SweepState state) {
        boolean forgotten = state.error().equals(PortDiscovery.FORGOTTEN);
        if (!state.error().isEmpty() && !forgotten) {
            return result(HealthGrade.CRITICAL, state.error());
        }
        if (state.running()) {
            return result(HealthGrade.OK, "first sweep runs");
        }
        return result(HealthGrade.OK, forgotten ? state.error() : "not swept yet");
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

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.List;
import java.util.Optional;
import org.rdmaagent.fabric.FabricProblem;
import org.rdmaagent.fabric.FailedPath;
import org.rdmaagent.mad.SmpAttribute;

/** The problem that questions found no answer: one for a sweep, however many there are. */
final class Silence {
    private static final String CAUSES =
            "packets get lost, a node hangs, or an M_Key that is not the configured one protects it"
                    + " (a port that is protected so drops what brings another key)";
    private static final String NO_REASON_TOLD =
            "; the library gives no reason, so it can be a bad status, too, or behind a link a node"
                    + " whose GUID another node has: sweep by the engine "
                    + DiscoveryEngine.NAME
                    + " to know";

    private Silence() {}

    /** Of our engine, which knows a time-out from a bad status. */
    static Optional<FabricProblem> unanswered(List<FailedPath> failedPaths) {
        return problem(
                failedPaths.stream().filter(path -> path.status().equals("timeout")).toList(), "");
    }

    /**
     * Of libibnetdisc.
     *
     * @param silent what it asked in vain
     */
    static Optional<FabricProblem> unexplained(List<FailedPath> silent) {
        return problem(silent, NO_REASON_TOLD);
    }

    private static Optional<FabricProblem> problem(List<FailedPath> silent, String more) {
        if (silent.isEmpty()) {
            return Optional.empty();
        }
        FailedPath path = silent.get(0);
        return Optional.of(
                new FabricProblem(
                        "silence",
                        "route " + path.route(),
                        silent.size()
                                + (silent.size() == 1 ? " question" : " questions")
                                + " found no answer, the first one a SubnGet("
                                + path.attribute()
                                + ") at route "
                                + path.route()
                                + ", "
                                + asked(path)
                                + "; "
                                + CAUSES
                                + more));
    }

    /** Who is silent: nobody but a neighbour can name the node that does not tell who it is. */
    private static String asked(FailedPath path) {
        String node = "'" + path.description() + "' (" + path.node() + ")";
        if (path.port() < 0) {
            return "about " + node;
        }
        boolean whoIsThere = path.attribute().equals(SmpAttribute.NODE_INFO.label());
        return (whoIsThere ? "to what is behind port " : "about port ")
                + path.port()
                + " of "
                + node;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A subnet at one time: what a sweep found, or what a file describes. Immutable; nodes are in the
 * order in which they were found, links in their own order.
 */
public final class Topology {
    private final String source;
    private final @Nullable NodeKey origin;
    private final int originPort;
    private final List<FabricNode> nodes;
    private final List<FabricLink> links;
    private final List<FailedPath> failedPaths;
    private final List<FabricProblem> problems;
    private final @Nullable SweepStatistics statistics;

    /**
     * A topology.
     *
     * @param source the engine's or the file's name
     * @param origin the node that the view starts at; null if it is not known
     * @param originPort that node's port; 0 if it is not known
     * @param nodes all nodes
     * @param links all links
     * @param failedPaths questions without a good answer; empty if the view is complete
     * @param problems what is wrong in it
     * @param statistics what the sweep cost; null if there was none
     */
    public Topology(
            String source,
            @Nullable NodeKey origin,
            int originPort,
            List<FabricNode> nodes,
            List<FabricLink> links,
            List<FailedPath> failedPaths,
            List<FabricProblem> problems,
            @Nullable SweepStatistics statistics) {
        this.source = Objects.requireNonNull(source);
        this.origin = origin;
        this.originPort = originPort;
        this.nodes = List.copyOf(nodes);
        this.links = links.stream().sorted().toList();
        this.failedPaths = List.copyOf(failedPaths);
        this.problems = List.copyOf(problems);
        this.statistics = statistics;
    }

    /** The engine's or the file's name. */
    public String source() {
        return source;
    }

    /** The node that the view starts at. */
    public Optional<NodeKey> origin() {
        return Optional.ofNullable(origin);
    }

    /** The port of {@link #origin()}; 0 if it is not known. */
    public int originPort() {
        return originPort;
    }

    /** All nodes, in the order in which they were found. */
    public List<FabricNode> nodes() {
        return nodes;
    }

    /** All links, in order. */
    public List<FabricLink> links() {
        return links;
    }

    /** Whether every question got its answer. */
    public boolean complete() {
        return failedPaths.isEmpty();
    }

    /** The questions that got none. */
    public List<FailedPath> failedPaths() {
        return failedPaths;
    }

    /** What is wrong in it. */
    public List<FabricProblem> problems() {
        return problems;
    }

    /** What the sweep cost; empty for a file. */
    public Optional<SweepStatistics> statistics() {
        return Optional.ofNullable(statistics);
    }

    /** How many nodes are of a type. */
    public int count(NodeType type) {
        int count = 0;
        for (FabricNode node : nodes) {
            if (node.type() == type) {
                count++;
            }
        }
        return count;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.EngineComparison;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.Topology;

/**
 * Says in sentences what two views of one subnet do not agree in: nodes, their descriptions, LIDs,
 * links with width and speed. Which of the nodes with one GUID is the first differs from sweep to
 * sweep, so they are compared by number only.
 */
final class TopologyDifferences {
    private final Topology first;
    private final Topology second;
    private final String firstName;
    private final String secondName;
    private final List<String> sentences = new ArrayList<>();

    private TopologyDifferences(Topology first, Topology second) {
        this.first = first;
        this.second = second;
        boolean same = first.source().equals(second.source());
        this.firstName = same ? "the first sweep" : first.source();
        this.secondName = same ? "the second sweep" : second.source();
    }

    static EngineComparison between(Topology first, Topology second) {
        TopologyDifferences differences = new TopologyDifferences(first, second);
        differences.compare();
        return new EngineComparison(first, second, differences.sentences);
    }

    private void compare() {
        Map<Guid, List<FabricNode>> here = byGuid(first);
        Map<Guid, List<FabricNode>> there = byGuid(second);
        each(here, there, guid -> "node " + guid, this::compareNodes);
        each(links(first), links(second), Function.identity(), this::compareLinks);
    }

    /** Compares what both have, and says what only one has. */
    private <K, V> void each(
            Map<K, List<V>> here,
            Map<K, List<V>> there,
            Function<K, String> name,
            Both<V> comparison) {
        here.forEach(
                (key, mine) -> {
                    List<V> yours = there.get(key);
                    if (yours == null) {
                        only(firstName, name.apply(key), mine.get(0));
                    } else {
                        comparison.compare(name.apply(key), mine, yours);
                    }
                });
        there.forEach(
                (key, yours) -> {
                    if (!here.containsKey(key)) {
                        only(secondName, name.apply(key), yours.get(0));
                    }
                });
    }

    @FunctionalInterface
    private interface Both<V> {
        void compare(String what, List<V> mine, List<V> yours);
    }

    private void only(String whose, String what, Object which) {
        String more =
                which instanceof FabricNode node
                        ? " ('" + node.description() + "', " + node.type() + ")"
                        : "";
        sentences.add("only " + whose + " found the " + what + more);
    }

    private void compareNodes(String what, List<FabricNode> mine, List<FabricNode> yours) {
        differ("how many nodes are", what, mine.size(), yours.size());
        if (mine.size() != 1 || yours.size() != 1) {
            return;
        }
        FabricNode one = mine.get(0);
        FabricNode other = yours.get(0);
        differ("the type of", what, one.type(), other.type());
        differ("the description of", what, one.description(), other.description());
        differ("the number of ports of", what, one.portCount(), other.portCount());
        for (FabricPort port : one.ports()) {
            other.port(port.number())
                    .ifPresent(
                            same ->
                                    differ(
                                            "the LID of port " + port.number() + " of",
                                            what,
                                            port.lid(),
                                            same.lid()));
        }
    }

    private void compareLinks(String what, List<FabricLink> mine, List<FabricLink> yours) {
        differ("how many cables are the", what, mine.size(), yours.size());
        differ("the width of the", what, label(mine.get(0)), label(yours.get(0)));
        differ("the speed of the", what, mine.get(0).speed(), yours.get(0).speed());
    }

    private void differ(String aspect, String what, @Nullable Object mine, @Nullable Object yours) {
        if (!Objects.equals(mine, yours)) {
            sentences.add(
                    aspect
                            + " "
                            + what
                            + " is "
                            + told(mine)
                            + " by "
                            + firstName
                            + " and "
                            + told(yours)
                            + " by "
                            + secondName);
        }
    }

    private static String told(@Nullable Object value) {
        return value == null ? "not told" : value.toString();
    }

    private static @Nullable String label(FabricLink link) {
        return link.width() == null ? null : link.width().label();
    }

    private static Map<Guid, List<FabricNode>> byGuid(Topology topology) {
        Map<Guid, List<FabricNode>> nodes = new TreeMap<>();
        for (FabricNode node : topology.nodes()) {
            nodes.computeIfAbsent(node.guid(), guid -> new ArrayList<>()).add(node);
        }
        return nodes;
    }

    /** By their ends, without the instances. */
    private static Map<String, List<FabricLink>> links(Topology topology) {
        Map<String, List<FabricLink>> links = new TreeMap<>();
        for (FabricLink link : topology.links()) {
            String ends = "link " + text(link.first()) + " - " + text(link.second());
            links.computeIfAbsent(ends, text -> new ArrayList<>()).add(link);
        }
        return links;
    }

    private static String text(LinkEnd end) {
        return end.node().guid() + "[" + end.port() + "]";
    }
}

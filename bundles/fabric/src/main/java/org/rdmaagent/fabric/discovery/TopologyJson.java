// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.FabricProblem;
import org.rdmaagent.fabric.FailedPath;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.SweepStatistics;
import org.rdmaagent.fabric.Topology;

/**
 * A topology as JSON in columns: {@code {"nodes":{"guid":[...],"type":[...]},...}}. A name is said
 * once, and ports and links name their nodes by row number, so a big subnet stays small.
 */
final class TopologyJson {
    private final JsonText json = new JsonText();
    private final Topology topology;
    private final Map<NodeKey, Integer> rows = new HashMap<>();

    private record PortRow(int node, FabricPort port) {}

    private TopologyJson(Topology topology) {
        this.topology = topology;
        for (FabricNode node : topology.nodes()) {
            rows.put(node.key(), rows.size());
        }
    }

    static String write(Topology topology) {
        return new TopologyJson(topology).text();
    }

    private String text() {
        json.open('{');
        json.name("source").value(topology.source());
        json.name("originNode").value(topology.origin().map(rows::get).orElse(null));
        json.name("originPort").value(topology.originPort());
        json.name("complete").value(topology.complete());
        topology.statistics().ifPresent(this::statistics);
        nodes();
        ports();
        links();
        failedPaths();
        problems();
        return json.close('}').toString();
    }

    private void statistics(SweepStatistics statistics) {
        json.name("startedAt").value(statistics.startedAt());
        json.name("sweepNanos").value(statistics.sweepNanos());
        json.name("smpsUsed").value(statistics.smpsUsed());
        json.name("retries").value(statistics.retries());
        json.name("timeouts").value(statistics.timeouts());
        json.name("maxOnWire").value(statistics.maxOnWire());
        json.name("from").value(statistics.from());
        json.name("hops").value(statistics.hops().isEmpty() ? null : statistics.hops().getAsInt());
        json.name("incremental").value(statistics.incremental());
    }

    private void nodes() {
        List<FabricNode> nodes = topology.nodes();
        json.name("nodes").open('{');
        column("guid", nodes, FabricNode::guid);
        column("instance", nodes, node -> node.key().instance());
        column("type", nodes, FabricNode::type);
        column("description", nodes, FabricNode::description);
        column("portCount", nodes, FabricNode::portCount);
        column("systemImageGuid", nodes, FabricNode::systemImageGuid);
        column("vendorId", nodes, FabricNode::vendorId);
        column("deviceId", nodes, FabricNode::deviceId);
        column("route", nodes, FabricNode::route);
        json.close('}');
    }

    /** Those with a LID: what the others tell stands with their links. */
    private void ports() {
        List<PortRow> ports = new ArrayList<>();
        for (FabricNode node : topology.nodes()) {
            int row = row(node.key());
            node.ports().stream()
                    .filter(port -> port.lid().isUnicast())
                    .forEach(port -> ports.add(new PortRow(row, port)));
        }
        json.name("ports").open('{');
        column("node", ports, PortRow::node);
        column("number", ports, row -> row.port.number());
        column("lid", ports, row -> row.port.lid().value());
        column("state", ports, row -> row.port.state());
        json.close('}');
    }

    private void links() {
        List<FabricLink> links = topology.links();
        json.name("links").open('{');
        column("firstNode", links, link -> row(link.first().node()));
        column("firstPort", links, link -> link.first().port());
        column("secondNode", links, link -> row(link.second().node()));
        column("secondPort", links, link -> link.second().port());
        column("width", links, link -> link.width() == null ? null : link.width().label());
        column("speed", links, FabricLink::speed);
        json.close('}');
    }

    private void failedPaths() {
        List<FailedPath> paths = topology.failedPaths();
        json.name("failedPaths").open('{');
        column("route", paths, FailedPath::route);
        column("guid", paths, FailedPath::node);
        column("description", paths, FailedPath::description);
        column("port", paths, FailedPath::port);
        column("attribute", paths, FailedPath::attribute);
        column("status", paths, FailedPath::status);
        column("attempts", paths, FailedPath::attempts);
        json.close('}');
    }

    private void problems() {
        List<FabricProblem> problems = topology.problems();
        json.name("problems").open('{');
        column("kind", problems, FabricProblem::kind);
        column("subject", problems, FabricProblem::subject);
        column("text", problems, FabricProblem::text);
        json.close('}');
    }

    private <T> void column(String name, List<T> rowsOfIt, Function<T, @Nullable Object> cell) {
        json.name(name).open('[');
        rowsOfIt.forEach(row -> json.value(cell.apply(row)));
        json.close(']');
    }

    /** -1 for a node that is not listed, which a file may have. */
    private int row(NodeKey node) {
        Integer row = rows.get(node);
        return row == null ? -1 : row;
    }
}

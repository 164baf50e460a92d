// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.fabric.FabricProblem;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;

/** Looks for links that run below what both of their ends support. All links of a subnet may. */
final class DegradedLinks {
    private static final List<LinkWidth> WIDTHS = List.of(LinkWidth.values());

    private final Map<NodeKey, End> ends;
    private final Function<FabricNode, String> names;

    /** A node, and its texts once they were needed. */
    private static final class End {
        final FabricNode node;
        String key = "";
        String name = "";

        End(FabricNode node) {
            this.node = node;
        }
    }

    /**
     * Of a subnet.
     *
     * @param names what people call a node
     */
    DegradedLinks(List<FabricNode> nodes, Function<FabricNode, String> names) {
        this.names = names;
        this.ends = new HashMap<>(2 * nodes.size());
        nodes.forEach(node -> ends.put(node.key(), new End(node)));
    }

    /** Adds a problem for each that is found, in the order of the links. */
    void find(List<FabricLink> links, List<FabricProblem> problems) {
        for (FabricLink link : links) {
            End first = ends.get(link.first().node());
            End second = ends.get(link.second().node());
            if (first != null && second != null) {
                judge(link, first, second, problems);
            }
        }
    }

    private void judge(FabricLink link, End first, End second, List<FabricProblem> problems) {
        FabricPort here = port(first, link.first());
        FabricPort there = port(second, link.second());
        if (here == null || there == null) {
            return;
        }
        LinkWidth width = widest(here.widthSupported() & there.widthSupported());
        LinkSpeed speed = fastest(here.speedsSupported() & there.speedsSupported());
        LinkWidth runsWidth = link.width();
        LinkSpeed runsSpeed = link.speed();
        boolean narrow = width != null && runsWidth != null && runsWidth.lanes() < width.lanes();
        boolean slow = speed != null && runsSpeed != null && runsSpeed.code() < speed.code();
        if (narrow || slow) {
            name(first);
            name(second);
            problems.add(degraded(link, first, second, label(width, speed)));
        }
    }

    private void name(End end) {
        if (end.name.isEmpty()) {
            end.key = end.node.key().toString();
            end.name = names.apply(end.node);
        }
    }

    private static FabricProblem degraded(
            FabricLink link, End first, End second, String supported) {
        int here = link.first().port();
        int there = link.second().port();
        return new FabricProblem(
                "degradedLink",
                first.key + "[" + here + "] - " + second.key + "[" + there + "]",
                "the link from "
                        + first.name
                        + " port "
                        + here
                        + " to "
                        + second.name
                        + " port "
                        + there
                        + " runs at "
                        + label(link.width(), link.speed())
                        + " where both ends support "
                        + supported
                        + "; reseat or replace the cable, then look at the enabled widths and"
                        + " speeds");
    }

    /** The ports of a switch stand in order and mostly without gaps: look where it should be. */
    private static @Nullable FabricPort port(End of, LinkEnd end) {
        List<FabricPort> ports = of.node.ports();
        if (end.port() < ports.size() && ports.get(end.port()).number() == end.port()) {
            return ports.get(end.port());
        }
        return of.node.port(end.port()).orElse(null);
    }

    private static @Nullable LinkWidth widest(int mask) {
        LinkWidth widest = null;
        for (LinkWidth width : WIDTHS) {
            boolean has = (mask & width.code()) != 0;
            widest = has && (widest == null || width.lanes() > widest.lanes()) ? width : widest;
        }
        return widest;
    }

    private static @Nullable LinkSpeed fastest(int mask) {
        return LinkSpeed.ofCode(Integer.highestOneBit(mask)).orElse(null);
    }

    private static String label(@Nullable LinkWidth width, @Nullable LinkSpeed speed) {
        return (width == null ? "?x" : width.label()) + (speed == null ? "?" : speed.name());
    }
}

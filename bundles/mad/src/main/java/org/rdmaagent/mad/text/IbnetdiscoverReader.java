// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.FabricLink;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;

/**
 * Reads what ibnetdiscover(8) writes (with or without {@code -f} and {@code -g}).
 *
 * <p>A bad line costs that line: it becomes a problem and the rest is read. The kinds of problems:
 * {@code badLine}, {@code unknownSpeed}, {@code unknownWidth}, {@code duplicateNodeGuid}, {@code
 * unknownNode}, {@code oneSidedLink}, {@code linkMismatch}, {@code unknownOrigin}.
 *
 * <p>Nodes come in the order of the file, switches first, then channel adapters, then routers, as
 * the tool writes them. Ports that the text does not list are not in the topology: they are down.
 */
public final class IbnetdiscoverReader {
    private static final String EXPECTED =
            "; expected the output of ibnetdiscover without -l, -H, -S, -R or -p: records with"
                    + " lines such as 'Switch 36 \"S-0002c903007b78b0\" # ...'";

    private final ProblemList problems = new ProblemList();
    private final List<NodeRecord> records = new ArrayList<>();
    private final TextLines lines;
    private NodeIds ids = new NodeIds(0);
    private @Nullable NodeRecord current;
    private int strayFrom;
    private int strays;
    private @Nullable Guid originNode;
    private Guid originPort = Guid.ZERO;

    private IbnetdiscoverReader(byte[] text) {
        lines = new TextLines(text);
    }

    /**
     * Reads a text.
     *
     * @param sourceName what to call it: {@link Topology#source()}
     * @param text its bytes; UTF-8 or, line by line, ISO 8859-1
     * @return what it describes; what is wrong in it is in {@link Topology#problems()}
     * @throws TopologyFormatException if it describes no node at all
     */
    public static Topology read(String sourceName, byte[] text) {
        if (text.length == 0) {
            throw new TopologyFormatException(sourceName + " is empty" + EXPECTED);
        }
        IbnetdiscoverReader reader = new IbnetdiscoverReader(text);
        while (reader.lines.hasNext()) {
            reader.readLine();
        }
        reader.endStrays();
        reader.endIds();
        if (reader.records.isEmpty()) {
            throw new TopologyFormatException(
                    sourceName
                            + " describes no node in "
                            + reader.lines.number()
                            + " lines"
                            + (text[0] == (byte) 0xff || text[0] == (byte) 0xfe
                                    ? " (it looks like UTF-16: convert it with iconv)"
                                    : "")
                            + EXPECTED);
        }
        return reader.topology(sourceName);
    }

    private void readLine() {
        String text = lines.next();
        if (text == null) {
            problems.badLine(
                    lines.number(),
                    "longer than "
                            + TextLines.LONGEST_LINE
                            + " bytes, which no line of ibnetdiscover is; remove it");
            return;
        }
        LineCursor in = new LineCursor(text);
        try {
            take(in.skipBlanks());
        } catch (BadLineException e) {
            problems.badLine(
                    lines.number(),
                    e.getMessage() + "; correct or remove the line " + in.excerpt());
        }
        for (String complaint : in.complaints()) {
            problems.badLine(lines.number(), complaint);
        }
    }

    private void take(LineCursor in) {
        if (in.atEnd()) {
            return;
        }
        if (in.accept('#')) {
            takeComment(in);
        } else if (in.peek() == '[') {
            takePort(in);
        } else if (in.accept("Switch")) {
            takeNode(in, NodeType.SWITCH);
        } else if (in.accept("Ca")) {
            takeNode(in, NodeType.CA);
        } else if (in.accept("Rt")) {
            takeNode(in, NodeType.ROUTER);
        } else if (!takeIds(in) && !isHeading(in)) {
            throw new BadLineException("no line of ibnetdiscover begins like this");
        }
    }

    private void takeComment(LineCursor in) {
        if (in.skipBlanks().accept("Initiated from node ")) {
            originNode = new Guid(in.hex(16, "node GUID"));
            if (in.skipBlanks().accept("port ")) {
                originPort = new Guid(in.hex(16, "port GUID"));
            }
        }
    }

    private boolean takeIds(LineCursor in) {
        // A record begins with its vendor; what stood before and led to no node was cut off.
        if (in.startsWith("vendid=")) {
            endIds();
            ids = new NodeIds(lines.number());
        }
        return ids.take(in);
    }

    /** What the -g option writes between the records. */
    private static boolean isHeading(LineCursor in) {
        return in.startsWith("Chassis ")
                || in.startsWith("Non-Chassis Nodes")
                || in.startsWith("Hostname: ");
    }

    private void takeNode(LineCursor in, NodeType type) {
        endStrays();
        NodeIds above = ids;
        ids = new NodeIds(lines.number());
        // If the line is bad, the ports below it are not those of the node before it.
        current = null;
        NodeRecord node = NodeRecord.read(in, lines.number(), type, above);
        current = node;
        records.add(node);
    }

    private void takePort(LineCursor in) {
        PortLine line = PortLine.read(in, lines.number(), problems);
        if (current != null) {
            current.add(line);
            return;
        }
        strayFrom = strays == 0 ? lines.number() : strayFrom;
        strays++;
    }

    private void endStrays() {
        if (strays > 0) {
            problems.badLine(
                    strayFrom,
                    "from here "
                            + strays
                            + " lines of ports belong to no node; look for a lost or bad Switch,"
                            + " Ca or Rt line above them");
            strays = 0;
        }
    }

    private void endIds() {
        if (ids.nodeGuid != null) {
            problems.badLine(
                    ids.line,
                    "the record of "
                            + ids.nodeGuid
                            + " is cut off before its Switch, Ca or Rt line; look for lost lines");
        }
    }

    private Topology topology(String sourceName) {
        Comparator<NodeRecord> order = Comparator.comparingInt(node -> rank(node.type));
        records.sort(order);
        LinkResolver resolver = new LinkResolver(records, problems);
        List<FabricLink> links = resolver.resolve();
        List<NodeRecord> all = new ArrayList<>(resolver.nodes());
        all.sort(order);
        NodeRecord origin = origin(all);
        List<FabricNode> nodes = new ArrayList<>(all.size());
        for (NodeRecord node : all) {
            nodes.add(node.toNode(node == origin ? originPort : Guid.ZERO));
        }
        return new Topology(
                sourceName,
                origin == null ? null : origin.key(),
                origin == null ? 0 : origin.portWith(originPort),
                nodes,
                links,
                List.of(),
                problems.toList(),
                null);
    }

    static int rank(NodeType type) {
        return switch (type) {
            case SWITCH -> 0;
            case CA -> 1;
            case ROUTER -> 2;
        };
    }

    /** The node that the header names, by its own GUID or, as some tools do, by a port's. */
    private @Nullable NodeRecord origin(List<NodeRecord> all) {
        if (originNode == null) {
            return null;
        }
        NodeRecord byNode = null;
        NodeRecord byPort = null;
        for (NodeRecord node : all) {
            boolean named = node.guid.equals(originNode);
            // Of nodes that share the GUID it is the one that has the port.
            if (named && (byNode == null || node.portWith(originPort) > 0)) {
                byNode = node;
            }
            if (byPort == null && node.portWith(originNode) > 0) {
                byPort = node;
            }
        }
        NodeRecord found = byNode == null ? byPort : byNode;
        if (found == null) {
            problems.add(
                    "unknownOrigin",
                    originNode.toString(),
                    "the node that the file was initiated from has no record in it; the view"
                            + " starts elsewhere");
        }
        return found;
    }
}

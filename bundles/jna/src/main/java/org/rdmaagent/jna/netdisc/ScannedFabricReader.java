// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StreamCorruptedException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.jna.netdisc.child.ScanFormat;
import org.rdmaagent.spi.ScannedFabric;
import org.rdmaagent.spi.ScannedNode;
import org.rdmaagent.spi.ScannedPort;

/**
 * Reads an answer, see {@link ScanFormat}. Believes nothing: memory grows with the bytes that come
 * in, to a limit, and what is damaged or cut off is told.
 */
final class ScannedFabricReader {
    /**
     * What came in.
     *
     * @param code 0 if there is a fabric, else a code of {@link ScanFormat}
     * @param text the process's words for the code
     * @param fabric empty of nodes if the code is not 0
     */
    record Answer(int code, String text, ScannedFabric fabric) {}

    private static final ScannedFabric NOTHING = new ScannedFabric(List.of(), 0, 0, 0);

    /** Shared: whoever gets it can only read it. */
    private static final ByteBuffer ZERO = ByteBuffer.allocate(ScanFormat.ATTRIBUTE_BYTES);

    private final CRC32 crc = new CRC32();
    private final DataInputStream in;
    private int portsLeft = ScanFormat.MAX_PORTS;
    private int nodeCount;

    private ScannedFabricReader(InputStream stream) {
        this.in = new DataInputStream(new CheckedInputStream(new BufferedInputStream(stream), crc));
    }

    /**
     * Reads one answer and the end of the stream; reads on to the end even if the answer is
     * damaged, so that the writer does not wait for a reader.
     *
     * @throws IOException {@link java.io.EOFException} if it is cut off, {@link
     *     StreamCorruptedException} if it is damaged
     */
    static Answer read(InputStream stream) throws IOException {
        try {
            return new ScannedFabricReader(stream).answer();
        } catch (IOException e) {
            stream.transferTo(OutputStream.nullOutputStream());
            throw e;
        }
    }

    private Answer answer() throws IOException {
        expect(ScanFormat.MAGIC, in.readInt(), "first bytes");
        expect(ScanFormat.VERSION, in.readUnsignedByte(), "version");
        Answer answer = body();
        long computed = crc.getValue();
        if (in.readLong() != computed) {
            throw new StreamCorruptedException("checksum");
        }
        if (in.read() >= 0) {
            throw new StreamCorruptedException("bytes behind the end");
        }
        return answer;
    }

    /** All up to the mark of the end, with it. */
    private Answer body() throws IOException {
        int mark = in.readUnsignedByte();
        if (mark == ScanFormat.FAILED) {
            return failed();
        }
        expect(ScanFormat.FABRIC, mark, "mark");
        nodeCount = within(ScanFormat.MAX_NODES, in.readInt(), "count of nodes");
        int fromPort = in.readInt();
        long mads = Integer.toUnsignedLong(in.readInt());
        int hops = in.readInt();
        List<ScannedNode> nodes = new ArrayList<>();
        while (nodes.size() < nodeCount) {
            mark = in.readUnsignedByte();
            if (mark == ScanFormat.FAILED) {
                return failed();
            }
            expect(ScanFormat.NODE, mark, "mark");
            nodes.add(node());
        }
        mark = in.readUnsignedByte();
        expect(ScanFormat.END, mark, "mark");
        return new Answer(0, "", new ScannedFabric(nodes, fromPort, mads, hops));
    }

    private Answer failed() throws IOException {
        int code = in.readUnsignedByte();
        String text = in.readUTF();
        expect(ScanFormat.END, in.readUnsignedByte(), "mark");
        if (code == 0) {
            throw new StreamCorruptedException("code");
        }
        return new Answer(code, text, NOTHING);
    }

    private ScannedNode node() throws IOException {
        int[] hops = new int[within(DirectedRoute.MAX_HOPS, in.readUnsignedByte(), "hops")];
        for (int hop = 0; hop < hops.length; hop++) {
            hops[hop] = in.readUnsignedByte();
        }
        ByteBuffer info = attribute(true);
        ByteBuffer description = attribute(true);
        ByteBuffer switchInfo = attribute(true);
        int count = in.readUnsignedShort();
        portsLeft -= count;
        within(ScanFormat.MAX_PORTS, portsLeft, "count of ports");
        List<ScannedPort> ports = new ArrayList<>();
        while (ports.size() < count) {
            ports.add(port());
        }
        return new ScannedNode(DirectedRoute.of(hops), info, description, switchInfo, ports);
    }

    private ScannedPort port() throws IOException {
        int number = in.readUnsignedByte();
        Guid guid = new Guid(in.readLong());
        int mask = in.readUnsignedByte();
        within(ScanFormat.HAS_PORT_INFO | ScanFormat.HAS_EXTENDED, mask, "mask");
        ByteBuffer info = attribute((mask & ScanFormat.HAS_PORT_INFO) != 0);
        ByteBuffer extended = attribute((mask & ScanFormat.HAS_EXTENDED) != 0);
        int peerNode = in.readInt();
        int peerPort = in.readInt();
        if (peerNode != -1 || peerPort != -1) {
            within(nodeCount - 1, peerNode, "peer's node");
            within(255, peerPort, "peer's port");
        }
        return new ScannedPort(number, guid, info, extended, peerNode, peerPort);
    }

    private ByteBuffer attribute(boolean present) throws IOException {
        if (!present) {
            return ZERO;
        }
        byte[] bytes = new byte[ScanFormat.ATTRIBUTE_BYTES];
        in.readFully(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private static void expect(int expected, int found, String what) throws IOException {
        if (found != expected) {
            throw new StreamCorruptedException(what + " 0x" + Integer.toHexString(found));
        }
    }

    private static int within(int limit, int value, String what) throws IOException {
        if (value < 0 || value > limit) {
            throw new StreamCorruptedException(what + " " + value);
        }
        return value;
    }
}

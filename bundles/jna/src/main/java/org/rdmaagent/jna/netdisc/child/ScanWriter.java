// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc.child;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/** Writes an answer, see {@link ScanFormat}. */
public final class ScanWriter implements Closeable {
    private static final int BUFFER_BYTES = 1 << 16;

    private final CRC32 crc = new CRC32();
    private final DataOutputStream out;

    /** Begins an answer. */
    public ScanWriter(OutputStream stream) throws IOException {
        this.out =
                new DataOutputStream(
                        new CheckedOutputStream(
                                new BufferedOutputStream(stream, BUFFER_BYTES), crc));
        out.writeInt(ScanFormat.MAGIC);
        out.writeByte(ScanFormat.VERSION);
    }

    /**
     * Begins a fabric.
     *
     * @param nodes how many {@link #node}s follow
     */
    public void fabric(int nodes, int fromPort, int madsUsed, int maxHops) throws IOException {
        out.writeByte(ScanFormat.FABRIC);
        out.writeInt(nodes);
        out.writeInt(fromPort);
        out.writeInt(madsUsed);
        out.writeInt(maxHops);
    }

    /**
     * Begins a node.
     *
     * @param ports how many {@link #port}s follow
     */
    public void node(
            byte[] route, byte[] nodeInfo, byte[] nodeDescription, byte[] switchInfo, int ports)
            throws IOException {
        out.writeByte(ScanFormat.NODE);
        out.writeByte(route.length);
        out.write(route);
        out.write(nodeInfo, 0, ScanFormat.ATTRIBUTE_BYTES);
        out.write(nodeDescription, 0, ScanFormat.ATTRIBUTE_BYTES);
        out.write(switchInfo, 0, ScanFormat.ATTRIBUTE_BYTES);
        out.writeShort(ports);
    }

    /** A port of the node begun last. */
    public void port(
            int number, long guid, byte[] portInfo, byte[] extended, int peerNode, int peerPort)
            throws IOException {
        boolean hasPortInfo = !isZero(portInfo);
        boolean hasExtended = !isZero(extended);
        out.writeByte(number);
        out.writeLong(guid);
        out.writeByte(
                (hasPortInfo ? ScanFormat.HAS_PORT_INFO : 0)
                        | (hasExtended ? ScanFormat.HAS_EXTENDED : 0));
        if (hasPortInfo) {
            out.write(portInfo, 0, ScanFormat.ATTRIBUTE_BYTES);
        }
        if (hasExtended) {
            out.write(extended, 0, ScanFormat.ATTRIBUTE_BYTES);
        }
        out.writeInt(peerNode);
        out.writeInt(peerPort);
    }

    private static boolean isZero(byte[] attribute) {
        for (byte each : attribute) {
            if (each != 0) {
                return false;
            }
        }
        return true;
    }

    /** Says why there is no fabric, or no more of it. */
    public void failed(int code, String text) throws IOException {
        out.writeByte(ScanFormat.FAILED);
        out.writeByte(code);
        out.writeUTF(text);
    }

    /** Ends the answer. */
    @Override
    public void close() throws IOException {
        out.writeByte(ScanFormat.END);
        out.writeLong(crc.getValue());
        out.close();
    }
}

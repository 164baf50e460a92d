// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc.child;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * What the agent writes to the standard input of a scan's process: not to its command line, which
 * everybody on the host may read, since the M_Key is a secret.
 *
 * @param parent the process that asks
 * @param device such as {@code mlx4_0}
 * @param port the device's port
 * @param route output ports from this host to the node to begin at, at most 63
 * @param maxHops as {@code ibnd_config}'s; 0 is unlimited
 * @param maxSmps outstanding at a time
 * @param timeoutMillis for an answer
 * @param retries of a question
 * @param debug 0 is quiet
 * @param showProgress whether the library writes a line for each node
 * @param mKey in host byte order; 0 for none
 */
public record ScanQuestion(
        long parent,
        String device,
        int port,
        List<Integer> route,
        int maxHops,
        int maxSmps,
        int timeoutMillis,
        int retries,
        int debug,
        boolean showProgress,
        long mKey) {
    /** Copies the list. */
    public ScanQuestion {
        route = List.copyOf(route);
    }

    /** Writes it. */
    public void writeTo(OutputStream stream) throws IOException {
        DataOutputStream out = new DataOutputStream(stream);
        out.writeInt(ScanFormat.MAGIC);
        out.writeLong(parent);
        out.writeUTF(device);
        out.writeInt(port);
        out.writeByte(route.size());
        for (int hop : route) {
            out.writeByte(hop);
        }
        out.writeInt(maxHops);
        out.writeInt(maxSmps);
        out.writeInt(timeoutMillis);
        out.writeInt(retries);
        out.writeInt(debug);
        out.writeBoolean(showProgress);
        out.writeLong(mKey);
        out.flush();
    }

    /**
     * Reads one, and no byte more.
     *
     * @throws IOException if there is none
     */
    public static ScanQuestion readFrom(InputStream stream) throws IOException {
        DataInputStream in = new DataInputStream(stream);
        int magic = in.readInt();
        if (magic != ScanFormat.MAGIC) {
            throw new IOException("not a question: " + Integer.toHexString(magic));
        }
        long parent = in.readLong();
        String device = in.readUTF();
        int port = in.readInt();
        int hops = in.readUnsignedByte();
        List<Integer> route = new ArrayList<>();
        while (route.size() < hops) {
            route.add(in.readUnsignedByte());
        }
        return new ScanQuestion(
                parent,
                device,
                port,
                route,
                in.readInt(),
                in.readInt(),
                in.readInt(),
                in.readInt(),
                in.readInt(),
                in.readBoolean(),
                in.readLong());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.nio.ByteBuffer;
import org.rdmaagent.Guid;

/**
 * NodeInfo (IBTA volume 1, section 14.2.5.3).
 *
 * @param nodeType the code of {@link org.rdmaagent.fabric.NodeType}
 * @param portCount external ports
 * @param systemImageGuid shared by the nodes of one chassis
 * @param nodeGuid the node
 * @param portGuid the port that answered (port 0 of a switch)
 * @param partitionCap rows of the P_Key table
 * @param deviceId the vendor's device number
 * @param revision hardware revision
 * @param localPort the port at which the question came in
 * @param vendorId vendor, an IEEE OUI, 24 bits
 */
public record NodeInfo(
        int nodeType,
        int portCount,
        Guid systemImageGuid,
        Guid nodeGuid,
        Guid portGuid,
        int partitionCap,
        int deviceId,
        int revision,
        int localPort,
        int vendorId) {
    /** Reads 64 bytes. */
    public static NodeInfo decode(byte[] data) {
        ByteBuffer in = AttributeBytes.reader(data, "NodeInfo");
        return new NodeInfo(
                Byte.toUnsignedInt(in.get(2)),
                Byte.toUnsignedInt(in.get(3)),
                new Guid(in.getLong(4)),
                new Guid(in.getLong(12)),
                new Guid(in.getLong(20)),
                Short.toUnsignedInt(in.getShort(28)),
                Short.toUnsignedInt(in.getShort(30)),
                in.getInt(32),
                Byte.toUnsignedInt(in.get(36)),
                in.getInt(36) & 0xffffff);
    }

    /** Writes 64 bytes. */
    public byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(DirectedRouteSmp.DATA_SIZE);
        out.put((byte) 1).put((byte) 1).put((byte) nodeType).put((byte) portCount);
        out.putLong(systemImageGuid.value()).putLong(nodeGuid.value()).putLong(portGuid.value());
        out.putShort((short) partitionCap).putShort((short) deviceId).putInt(revision);
        out.putInt(localPort << 24 | (vendorId & 0xffffff));
        return out.array();
    }
}

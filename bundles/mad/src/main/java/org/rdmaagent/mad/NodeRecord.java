// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * NodeRecord (IBTA volume 1, section 15.2.5.2): a node as seen from one of its ports.
 *
 * @param lid of the port; of a switch port 0
 * @param info NodeInfo, with the GUID of the port
 * @param description the node's name
 */
public record NodeRecord(int lid, NodeInfo info, NodeDescription description) {
    /** Bytes of a record. */
    public static final int SIZE = 108;

    /** Component mask: the LID counts. */
    public static final long MASK_LID = 1;

    /** Component mask: the port's GUID counts. */
    public static final long MASK_PORT_GUID = 1 << 8;

    private static final int INFO = 4;
    private static final int INFO_BYTES = 40;
    private static final int DESCRIPTION = 44;

    /** Reads 108 bytes. */
    public static NodeRecord decode(byte[] record) {
        ByteBuffer in = AttributeBytes.reader(record, "NodeRecord", SIZE);
        byte[] info = Arrays.copyOfRange(record, INFO, INFO + INFO_BYTES);
        return new NodeRecord(
                Short.toUnsignedInt(in.getShort(0)),
                NodeInfo.decode(Arrays.copyOf(info, DirectedRouteSmp.DATA_SIZE)),
                NodeDescription.decode(Arrays.copyOfRange(record, DESCRIPTION, SIZE)));
    }

    /** Writes 108 bytes. */
    public byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(SIZE);
        out.putShort(0, (short) lid).put(INFO, info.encode(), 0, INFO_BYTES);
        out.put(DESCRIPTION, description.encode());
        return out.array();
    }
}

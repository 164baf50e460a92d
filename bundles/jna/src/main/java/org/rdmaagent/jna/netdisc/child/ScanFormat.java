// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc.child;

/**
 * The words of an answer: {@link #MAGIC}, {@link #VERSION}, then {@link #FABRIC} and its nodes, or
 * at any place {@link #FAILED}; last {@link #END} and the CRC-32 of all before it. Numbers are big
 * endian, as {@link java.io.DataOutputStream} writes them.
 */
public final class ScanFormat {
    /** The first four bytes. */
    public static final int MAGIC = 0x69626e64;

    /** Both ends are of one bundle, so that another number means damage. */
    public static final int VERSION = 1;

    /** Count of nodes (4), from_portnum (4), MADs (4), hops (4). */
    public static final int FABRIC = 'F';

    /**
     * Hops (1), their ports, NodeInfo, NodeDescription and SwitchInfo (64 each), count of ports
     * (2); for each its number (1), GUID (8), a mask of what follows (1), the attributes of the
     * mask (64 each), the peer's node (4) and port (4).
     */
    public static final int NODE = 'N';

    /** A code (1) and a text in modified UTF-8 ({@link java.io.DataOutput#writeUTF}). */
    public static final int FAILED = 'X';

    /** The CRC (8). */
    public static final int END = 'E';

    /** Every attribute of an SMP, bytes. */
    public static final int ATTRIBUTE_BYTES = 64;

    /** Bit of a port's mask: PortInfo is not all zero. */
    public static final int HAS_PORT_INFO = 1;

    /** Bit of a port's mask: the vendor's extended PortInfo is not all zero. */
    public static final int HAS_EXTENDED = 2;

    /** More nodes than LIDs in a subnet, twice over: a larger number means damage. */
    public static final int MAX_NODES = 100_000;

    /** More ports in total mean damage. */
    public static final int MAX_PORTS = 1_000_000;

    /** Code of a failure: the library does not load or lacks the function. */
    public static final int NO_LIBRARY = 1;

    /** Code of a failure: the library returned NULL; why stands in what it wrote. */
    public static final int NO_RESULT = 2;

    /** Code of a failure: the structs that the library returned are not those of any known one. */
    public static final int UNKNOWN_LAYOUT = 3;

    private ScanFormat() {}
}

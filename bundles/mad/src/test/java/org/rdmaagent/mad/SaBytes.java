// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** MADs that OpenSM 3.3.23 sent over ibsim 0.10, as libibumad handed them over. */
final class SaBytes {
    /** GetTable of all groups, no SM_Key: one, 112 bytes. */
    static final String ONE_GROUP =
            """
            0103 0292 0000 0000 0001 0000 4ed3 7f5f
            0038 0000 0000 0000 0000 0100 0000 0000
            0000 0000 0000 0000 0000 0000 0007 0000
            0000 0000 0000 0000 ff12 401b ffff 0000
            0000 0000 ffff ffff 0000 0000 0000 0000
            0000 0000 0000 0000 0000 0b1b c000 8400
            ffff 8392 0000 0000 2000 0000 0000 0000
            """;

    /** GetTable of all members with the SM_Key: three of five, since ibsim cuts at 256 bytes. */
    static final String THREE_MEMBERS =
            """
            0103 0292 0000 0000 0001 0000 0100 0000
            0038 0000 0000 0000 0000 0100 0000 0000
            0000 0000 0000 0000 0000 0000 0007 0000
            0000 0000 0000 0000 ff12 401b ffff 0000
            0000 0000 ffff ff01 fe80 0000 0000 0000
            0000 0000 0010 0001 0000 0b1b c001 8400
            ffff 8380 0000 0000 2100 0000 0000 0000
            ff12 401b ffff 0000 0000 0000 ffff ff02
            fe80 0000 0000 0000 0000 0000 0010 0001
            0000 0b1b c002 8400 ffff 8380 0000 0000
            2100 0000 0000 0000 ff12 401b ffff 0000
            0000 0000 ffff ff03 fe80 0000 0000 0000
            0000 0000 0010 0001 0000 0b1b c003 8400
            ffff 8380 0000 0000 2100 0000 0000 0000
            0000 0000 0000 0000 2500 0000 0000 0000
            0040 98f6 0700 0000 0000 0000 0000 0000
            """;

    /** GetTable that found nothing, 56 bytes. */
    static final String NO_GROUP =
            """
            0103 0292 0000 0000 0001 0000 0100 0000
            0038 0000 0000 0000 0000 0100 0000 0000
            0000 0000 0000 0000 0000 0000 0000 0000
            0000 0000 0001 0003
            """;

    /** The head of a Get that found several. */
    static final String TOO_MANY =
            """
            0103 0281 0400 0000 0001 0000 0100 0000
            0038 0000 0000 0000 0000 0000 0000 0000
            """;

    private SaBytes() {}

    /** What a session hands over: at least 256 bytes. */
    static ByteBuffer mad(String text) {
        byte[] bytes = HexFormat.of().parseHex(text.replaceAll("\\s", ""));
        return ByteBuffer.allocate(Math.max(256, bytes.length)).put(0, bytes);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.HexFormat;

/** The status field of an SMP in words (IBTA volume 1, section 13.4.7). */
final class SmpStatus {
    private static final int BUSY = 0x0001;
    private static final int REDIRECT = 0x0002;

    private SmpStatus() {}

    /** The packet was discarded, which is no verdict: ask again later. */
    static boolean busy(int status) {
        return (status & BUSY) != 0;
    }

    /** {@code status 0x000c (attribute not supported)}. */
    static String text(int status) {
        return "status 0x"
                + HexFormat.of().toHexDigits((short) status)
                + " ("
                + words(status)
                + ")";
    }

    private static String words(int status) {
        if (busy(status)) {
            return "busy";
        }
        if ((status & REDIRECT) != 0) {
            return "redirected";
        }
        return switch (status >>> 2 & 0x7) {
            case 1 -> "bad version";
            case 2 -> "method not supported";
            case 3 -> "attribute not supported";
            case 7 -> "invalid value";
            default -> status >>> 8 != 0 ? "class specific" : "reserved code";
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.HexFormat;

/** A Q_Key as people write it. */
final class QkeyText {
    private QkeyText() {}

    /** 0x and eight hexadecimal digits. */
    static String of(int qkey) {
        return "0x" + HexFormat.of().toHexDigits(qkey);
    }
}

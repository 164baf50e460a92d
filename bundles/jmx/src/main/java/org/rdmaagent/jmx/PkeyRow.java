// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.HexFormat;
import org.rdmaagent.verbs.PkeyEntry;

/**
 * A used row of a P_Key table on the wire.
 *
 * @param index the row, from 0
 * @param pkey {@code 0x} and four hexadecimal digits
 * @param fullMember bit 15 of the key
 */
public record PkeyRow(int index, String pkey, boolean fullMember) {
    static PkeyRow of(PkeyEntry entry) {
        String digits = HexFormat.of().toHexDigits((short) entry.pkey());
        return new PkeyRow(entry.index(), "0x" + digits, entry.fullMember());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.util.Optional;

/** The records of subnet administration that the agent asks for (IBTA volume 1, section 15.2.5). */
public enum SaAttribute {
    /** A node, once for each of its ports that has a LID. */
    NODE_RECORD(0x0011, "NodeRecord", NodeRecord.SIZE),
    /** A multicast group, or a member of one. */
    MC_MEMBER_RECORD(0x0038, "MCMemberRecord", McMemberRecord.SIZE);

    private final int code;
    private final String label;
    private final int recordBytes;

    SaAttribute(int code, String label, int recordBytes) {
        this.code = code;
        this.label = label;
        this.recordBytes = recordBytes;
    }

    /** The attribute id on the wire. */
    public int code() {
        return code;
    }

    /** The specification's name. */
    public String label() {
        return label;
    }

    /** Bytes of a record. */
    public int recordBytes() {
        return recordBytes;
    }

    /** From one record of a table to the next: their bytes, rounded up to a multiple of eight. */
    public int strideBytes() {
        return (recordBytes + 7) / 8 * 8;
    }

    /** The attribute of an id; empty if it is none of these. */
    public static Optional<SaAttribute> ofCode(int code) {
        for (SaAttribute attribute : values()) {
            if (attribute.code == code) {
                return Optional.of(attribute);
            }
        }
        return Optional.empty();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/**
 * A used row of a port's partition key table.
 *
 * @param index the row, from 0
 * @param pkey the key, 16 bits in host byte order; bit 15 set means full member
 */
public record PkeyEntry(int index, int pkey) {
    /** Full members hear full and limited ones; limited members do not hear each other. */
    public boolean fullMember() {
        return (pkey & 0x8000) != 0;
    }
}

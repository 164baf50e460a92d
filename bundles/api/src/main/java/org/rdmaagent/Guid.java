// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent;

import java.util.HexFormat;

/**
 * A 64-bit globally unique identifier (EUI-64) of a node, a port or a system image.
 *
 * @param value the eight bytes as one number, first byte on the wire in the highest bits
 * @see <a href="https://www.infinibandta.org">IBTA volume 1, section 4.1.1</a>
 */
public record Guid(long value) implements Comparable<Guid> {
    /** The GUID that no port has. */
    public static final Guid ZERO = new Guid(0);

    /**
     * Reads {@code 0x0002c903007b78b0}, the same without {@code 0x}, or {@code
     * 0002:c903:007b:78b0}.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    public static Guid parse(String text) {
        String digits = text.strip();
        if (digits.startsWith("0x") || digits.startsWith("0X")) {
            digits = digits.substring(2);
        }
        digits = digits.replace(":", "");
        try {
            if (!digits.isEmpty() && digits.length() <= 16) {
                return new Guid(Long.parseUnsignedLong(digits, 16));
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a GUID: '" + text + "'", e);
        }
        throw new IllegalArgumentException(
                "not a GUID: '" + text + "'; expected up to 16 hexadecimal digits");
    }

    /** Sixteen hexadecimal digits without a prefix, as ibnetdiscover writes a node's name. */
    public String toHex() {
        return HexFormat.of().toHexDigits(value);
    }

    /** {@code 0x} and sixteen hexadecimal digits. */
    @Override
    public String toString() {
        return "0x" + toHex();
    }

    /**
     * Vendors count their GUIDs in steps, which would leave most places of a hash table empty:
     * every bit goes everywhere.
     */
    @Override
    public int hashCode() {
        return (int) ((value * 0x9e37_79b9_7f4a_7c15L) >>> 32);
    }

    @Override
    public int compareTo(Guid other) {
        return Long.compareUnsigned(value, other.value);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent;

/**
 * A 16-bit local identifier, assigned by the subnet manager, in host byte order.
 *
 * @param value 0 (not assigned) to 0xffff (permissive)
 */
public record Lid(int value) implements Comparable<Lid> {
    /** Not assigned. */
    public static final Lid NONE = new Lid(0);

    /** Accepted by every port: what directed-route packets carry. */
    public static final Lid PERMISSIVE = new Lid(0xffff);

    /** Checks the range. */
    public Lid {
        if (value < 0 || value > 0xffff) {
            throw new IllegalArgumentException("a LID lies in 0..65535, not " + value);
        }
    }

    /** 1 to 0xbfff (IBTA volume 1, section 4.1.3). */
    public boolean isUnicast() {
        return value >= 1 && value <= 0xbfff;
    }

    /** 0xc000 to 0xfffe (IBTA volume 1, section 4.1.3). */
    public boolean isMulticast() {
        return value >= 0xc000 && value <= 0xfffe;
    }

    /** The decimal number. */
    @Override
    public String toString() {
        return Integer.toString(value);
    }

    @Override
    public int compareTo(Lid other) {
        return Integer.compare(value, other.value);
    }
}

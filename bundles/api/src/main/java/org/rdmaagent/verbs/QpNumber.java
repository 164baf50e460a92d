// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/**
 * The number of a queue pair, 24 bits, in host byte order; unique on its device.
 *
 * @param value 0 to 0xffffff; 0 and 1 are those of management, 0xffffff stands for all members of a
 *     multicast group
 */
public record QpNumber(int value) implements Comparable<QpNumber> {
    /** The destination of multicast messages (IBTA volume 1, section 10.5.1). */
    public static final QpNumber MULTICAST = new QpNumber(0xffffff);

    /** Checks the range. */
    public QpNumber {
        Ranges.check("a queue pair number", value, 0xffffff);
    }

    /** The decimal number. */
    @Override
    public String toString() {
        return Integer.toString(value);
    }

    @Override
    public int compareTo(QpNumber other) {
        return Integer.compare(value, other.value);
    }
}

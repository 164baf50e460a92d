// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.placement;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a loop's thread is to run.
 *
 * @param cpu from 0; -1 for any
 * @param policy what kind of priority
 * @param number of a FIFO priority, 1 to 99, or a nice value, -20 to 19
 */
public record PlacementWish(int cpu, Policy policy, int number) {
    /** Kinds of priorities. */
    public enum Policy {
        /** As the process. */
        DEFAULT,
        /** Real time. */
        FIFO,
        /** Ordinary, with a nice value. */
        NICE
    }

    /** Any CPU, as the process. */
    public static final PlacementWish ANY = new PlacementWish(-1, Policy.DEFAULT, 0);

    private static final Pattern TEXT = Pattern.compile("(fifo|nice):([+-]?\\d{1,3})");

    /**
     * Reads a priority.
     *
     * @param priority {@code default}, {@code fifo:N} or {@code nice:N}
     * @throws IllegalArgumentException if it is none of them; the message says which there are
     */
    public static PlacementWish of(int cpu, String priority) {
        if (priority.equals("default")) {
            return new PlacementWish(cpu, Policy.DEFAULT, 0);
        }
        Matcher text = TEXT.matcher(priority);
        if (text.matches()) {
            int number = Integer.parseInt(text.group(2));
            if (text.group(1).equals("fifo") && number >= 1 && number <= 99) {
                return new PlacementWish(cpu, Policy.FIFO, number);
            }
            if (text.group(1).equals("nice") && number >= -20 && number <= 19) {
                return new PlacementWish(cpu, Policy.NICE, number);
            }
        }
        throw new IllegalArgumentException(
                "priority is default, fifo:1..99 or nice:-20..19, not " + priority);
    }

    /** As it is configured. */
    public String priority() {
        return switch (policy) {
            case DEFAULT -> "default";
            case FIFO -> "fifo:" + number;
            case NICE -> "nice:" + number;
        };
    }
}

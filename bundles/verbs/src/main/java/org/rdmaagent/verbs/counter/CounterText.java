// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.counter;

/** The text of a counter file: one unsigned decimal number and a line end. */
final class CounterText {
    private static final int SHOWN = 40;

    private CounterText() {}

    /** The number in the text, or why there is none; never throws. */
    static RawCounter parse(String text) {
        if (text.isBlank()) {
            return RawCounter.missing("the file is empty: the driver gave no value");
        }
        String word = text.strip();
        if (word.startsWith("N/A")) {
            return RawCounter.missing("the driver says '" + shown(word) + "'");
        }
        if (!text.endsWith("\n")) {
            // Every kernel ends the line; without the end the digits may be the half of a number.
            return RawCounter.missing("truncated: '" + shown(word) + "' has no line end");
        }
        return number(word);
    }

    private static RawCounter number(String word) {
        if (word.startsWith("-")) {
            return RawCounter.missing("negative: '" + shown(word) + "'");
        }
        // parseUnsignedLong would take a plus sign and the digits of other scripts.
        if (!word.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return RawCounter.missing("not a number: '" + shown(word) + "'");
        }
        try {
            return RawCounter.of(Long.parseUnsignedLong(word));
        } catch (NumberFormatException e) {
            return RawCounter.missing("does not fit into 64 bits: '" + shown(word) + "'");
        }
    }

    private static String shown(String word) {
        String printable = word.replaceAll("[^ -~]", "?");
        return printable.length() <= SHOWN ? printable : printable.substring(0, SHOWN) + "...";
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;

/**
 * Width and speed in one word: {@code 4xHDR}. What is unknown is written as {@code ??} and {@code
 * ???}.
 *
 * @param width lanes; null if unknown
 * @param speed rate of a lane; null if unknown
 */
record Rate(@Nullable LinkWidth width, @Nullable LinkSpeed speed) {
    private static final String UNKNOWN_WIDTH = "??";
    private static final String UNKNOWN_SPEED = "???";

    static Rate read(String word, int line, ProblemList problems) {
        int split = word.indexOf('x') + 1;
        if (split == 0 && word.startsWith(UNKNOWN_WIDTH)) {
            split = UNKNOWN_WIDTH.length();
        }
        LinkWidth width = LinkWidth.ofLabel(word.substring(0, split)).orElse(null);
        LinkSpeed speed = LinkSpeed.ofLabel(word.substring(split)).orElse(null);
        if (width == null || speed == null) {
            String shown = word.length() > 20 ? word.substring(0, 20) + "..." : word;
            problems.add(
                    speed == null ? "unknownSpeed" : "unknownWidth",
                    "line " + line,
                    "'"
                            + shown
                            + "' is no rate that is known, such as 4xHDR; the link counts,"
                            + " without what is unknown");
        }
        return new Rate(width, speed);
    }

    String text() {
        return (width == null ? UNKNOWN_WIDTH : width.label())
                + (speed == null ? UNKNOWN_SPEED : speed.name());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Title and contents of {@code bench/RESULTS.md}, made anew whenever a part is written. */
final class ResultsHead {
    /** The line that the page begins with. */
    static final String TITLE = "# Figures of the bench";

    private static final String TEXT =
            """


            Written by `./check --bench`. Each section is of a bench of its own, which writes it anew and keeps the \
            others: its table `machine` says of which day and machine it is. Goals are figures of our own, set on one \
            machine; **no** means that the figure of this run is above its goal.

            """;

    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,2} (.+)$");
    private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\p{L}\\p{N}_ -]");

    /** How often an anchor was used: a page has several headings of one text. */
    private final Map<String, Integer> used = new HashMap<>();

    private ResultsHead() {}

    /** For a page of these parts, in their order. */
    static String of(List<String> parts) {
        ResultsHead head = new ResultsHead();
        StringBuilder text = new StringBuilder(TITLE).append(TEXT);
        String unused = head.links(TITLE).get(0);
        parts.forEach(part -> text.append(head.entry(part)));
        return text.toString();
    }

    private String entry(String part) {
        List<String> links = links(part);
        String below = String.join(", ", links.subList(1, links.size()));
        return "- " + links.get(0) + (below.isEmpty() ? "" : ": " + below) + "\n";
    }

    private List<String> links(String part) {
        List<String> links = new ArrayList<>();
        for (Matcher heading = HEADING.matcher(part); heading.find(); ) {
            String text = heading.group(1);
            links.add("[" + text + "](#" + anchor(text) + ")");
        }
        return links;
    }

    /** As GitHub makes them of headings. */
    private String anchor(String heading) {
        String text = NOT_IN_ANCHORS.matcher(heading.toLowerCase(Locale.ROOT)).replaceAll("");
        String anchor = text.replace(' ', '-');
        int before = used.merge(anchor, 1, Integer::sum) - 1;
        return before == 0 ? anchor : anchor + "-" + before;
    }
}

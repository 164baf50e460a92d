// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rdmaagent.fabric.FabricProblem;

/**
 * What is wrong in a text, in order. A kind is listed a thousand times and counted from then on, so
 * that a file of garbage gives an answer that somebody can read.
 */
final class ProblemList {
    static final int LISTED_PER_KIND = 1000;

    private final List<FabricProblem> problems = new ArrayList<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();

    void badLine(int line, String text) {
        add("badLine", "line " + line, text);
    }

    void add(String kind, String subject, String text) {
        if (counts.merge(kind, 1, Integer::sum) <= LISTED_PER_KIND) {
            problems.add(new FabricProblem(kind, subject, text));
        }
    }

    List<FabricProblem> toList() {
        List<FabricProblem> all = new ArrayList<>(problems);
        counts.forEach(
                (kind, count) -> {
                    if (count > LISTED_PER_KIND) {
                        int rest = count - LISTED_PER_KIND;
                        String text =
                                rest
                                        + " more of this kind are not listed; mend the ones above,"
                                        + " then read the file again";
                        all.add(new FabricProblem(kind, "file", text));
                    }
                });
        return all;
    }
}

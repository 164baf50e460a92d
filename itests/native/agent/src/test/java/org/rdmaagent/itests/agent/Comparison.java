// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Values of the agent against those of a tool; in the end none of either side may be left. */
final class Comparison {
    private final String subject;
    private final Map<String, Object> ours;
    private final Map<String, String> theirs;
    private final Set<String> oursLeft;
    private final Set<String> theirsLeft;

    Comparison(String subject, Map<String, Object> ours, Map<String, String> theirs) {
        this.subject = subject;
        this.ours = ours;
        this.theirs = theirs;
        this.oursLeft = new TreeSet<>(ours.keySet());
        this.theirsLeft = new TreeSet<>(theirs.keySet());
    }

    /** What the tool tells and nobody has asked for yet. */
    List<String> keysLeft() {
        return List.copyOf(theirsLeft);
    }

    /** The tool's value; it has a counterpart from now on. */
    String theirs(String key) {
        String value = theirs.get(key);
        if (value == null) {
            throw new AssertionError(subject + ": ibv_devinfo does not tell " + key);
        }
        theirsLeft.remove(key);
        return value;
    }

    /** Holds a value of ours against what it should be. */
    void same(String name, Object expected) {
        Object value = ours.get(name);
        if (value == null) {
            throw new AssertionError(subject + ": no " + name + " in " + ours);
        }
        oursLeft.remove(name);
        assertEquals(text(expected), text(value), subject + ": " + name);
    }

    /** Without regard to the type of a number or the order of a record's fields. */
    private static String text(Object value) {
        if (value instanceof Map<?, ?> record) {
            Map<String, String> fields = new TreeMap<>();
            record.forEach((field, inside) -> fields.put(String.valueOf(field), text(inside)));
            return fields.toString();
        }
        if (value instanceof Collection<?> rows) {
            return rows.stream().map(Comparison::text).collect(Collectors.joining("\n"));
        }
        return String.valueOf(value);
    }

    /** Every value of ours was compared, but for these. */
    void assertNoneLeftOfOurs(Set<String> expected) {
        assertEquals(new TreeSet<>(expected), oursLeft, subject + ": not compared");
    }

    /** Every value of the tool's has a counterpart, but for these. */
    void assertNoneLeftOfTheirs(Set<String> excused) {
        Set<String> left = new TreeSet<>(theirsLeft);
        left.removeAll(excused);
        assertEquals(Set.of(), left, subject + ": told by ibv_devinfo, published nowhere");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** The key that somebody meant who wrote another one. */
final class NearestKey {
    private NearestKey() {}

    /** The one that is made from the text by the fewest edits. */
    static String of(String text, Collection<String> keys) {
        return keys.stream()
                .sorted()
                .min(Comparator.comparingInt(key -> edits(text, key)))
                .orElseThrow();
    }

    /** How many letters are to be put in, taken out or changed (Levenshtein). */
    private static int edits(String from, String to) {
        String a = Echo.of(from).toLowerCase(Locale.ROOT);
        String b = to.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}

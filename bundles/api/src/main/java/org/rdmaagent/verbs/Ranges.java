// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Locale;

/** Checks of the values of this package. */
final class Ranges {
    private Ranges() {}

    /** A number from 0 to a limit, else an exception that names the field. */
    static void check(String field, long value, long limit) {
        if (value < 0 || value > limit) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "%s lies in 0..%d, not %d", field, limit, value));
        }
    }
}

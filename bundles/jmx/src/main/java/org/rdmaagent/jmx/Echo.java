// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

/** What a client gave, as messages repeat it: not so long that it hides what they say. */
final class Echo {
    /** Characters at the most. */
    static final int MOST = 80;

    private static final String CUT = "...";

    private Echo() {}

    static String of(String given) {
        return given.length() <= MOST ? given : given.substring(0, MOST - CUT.length()) + CUT;
    }
}

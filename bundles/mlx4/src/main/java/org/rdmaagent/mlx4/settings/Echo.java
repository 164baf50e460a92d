// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.settings;

/** What somebody gave us, as errors repeat it: whoever gives a book does not get it back. */
public final class Echo {
    /** Characters that are repeated. */
    static final int MOST = 80;

    private Echo() {}

    /** The text, or its beginning and three dots. */
    public static String of(String text) {
        return text.length() <= MOST ? text : text.substring(0, MOST) + "...";
    }
}

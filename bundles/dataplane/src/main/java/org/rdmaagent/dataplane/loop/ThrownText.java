// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

/** What was thrown by somebody else's code, as text: the object itself would keep its bundle. */
public final class ThrownText {
    private static final int LONGEST = 500;

    private ThrownText() {}

    /** Class and message, 500 characters at the most. Never throws. */
    public static String of(Throwable thrown) {
        String name = thrown.getClass().getName();
        try {
            String message = thrown.getMessage();
            String text = message == null ? name : name + ": " + message;
            return text.length() > LONGEST ? text.substring(0, LONGEST) : text;
        } catch (Throwable t) {
            // Its message is somebody else's code.
            return name;
        }
    }
}

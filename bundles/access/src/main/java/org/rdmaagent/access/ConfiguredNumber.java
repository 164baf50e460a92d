// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

/** A whole number of {@code etc/org.rdmaagent.access.cfg}. */
final class ConfiguredNumber {
    private ConfiguredNumber() {}

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException if it is none, or out of range; the message names the key,
     *     the file and the range
     */
    static int of(String key, String text, int least, int most) {
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, together with numbers out of range.
        }
        throw new IllegalArgumentException(
                key
                        + " = "
                        + text
                        + " in etc/"
                        + AccessSettings.PID
                        + ".cfg is not a number in "
                        + least
                        + ".."
                        + most);
    }
}

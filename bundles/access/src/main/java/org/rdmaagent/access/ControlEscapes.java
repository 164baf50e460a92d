// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

/**
 * Follows JSON byte by byte and sets right what Jolokia's writer makes of a control character whose
 * last hexadecimal digit is a letter: it adds that digit to '0', so that the escape of 0x0b ends in
 * a semicolon and not in b, which no parser takes. Only the last byte of such an escape is another
 * one: the length stays. UTF-8, in pieces of any size; not for several threads.
 */
final class ControlEscapes {
    private static final int TEXT = 0;
    private static final int BACKSLASH = 1;
    private static final int LAST_DIGIT = 5;

    /** How much of a backslash, u, 0, 0, and 0 or 1 was seen. */
    private int seen = TEXT;

    /** What to send for the next byte. */
    byte next(byte written) {
        if (seen == TEXT) {
            seen = written == '\\' ? BACKSLASH : TEXT;
            return written;
        }
        return inEscape(written);
    }

    private byte inEscape(byte written) {
        if (seen == LAST_DIGIT) {
            seen = TEXT;
            return written > '9' && written < '9' + 7 ? (byte) (written - '9' - 1 + 'a') : written;
        }
        boolean goesOn =
                switch (seen) {
                    case BACKSLASH -> written == 'u';
                    case 2, 3 -> written == '0';
                    default -> written == '0' || written == '1';
                };
        seen = goesOn ? seen + 1 : TEXT;
        return written;
    }
}

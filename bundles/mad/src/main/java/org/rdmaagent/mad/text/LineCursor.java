// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.Guid;

/**
 * Walks along one line. What the line is useless without is expected: a {@link BadLineException}
 * says that it is missing. What can be left out is complained about, and the rest of the line
 * counts.
 */
final class LineCursor {
    private static final int QUOTED = 60;

    private final String line;
    private final List<String> complaints = new ArrayList<>(0);
    private int at;

    LineCursor(String line) {
        this.line = line;
    }

    List<String> complaints() {
        return complaints;
    }

    void complain(String text) {
        complaints.add(text);
    }

    LineCursor skipBlanks() {
        while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
            at++;
        }
        return this;
    }

    boolean atEnd() {
        return at >= line.length();
    }

    /** The character here; 0 at the end. */
    char peek() {
        return at < line.length() ? line.charAt(at) : 0;
    }

    boolean accept(char wanted) {
        if (peek() != wanted) {
            return false;
        }
        at++;
        return true;
    }

    boolean startsWith(String wanted) {
        return line.startsWith(wanted, at);
    }

    boolean accept(String wanted) {
        if (!startsWith(wanted)) {
            return false;
        }
        at += wanted.length();
        return true;
    }

    void expect(char wanted, String where) {
        if (!accept(wanted)) {
            throw new BadLineException("'" + wanted + "' is missing " + where + here());
        }
    }

    /** A decimal number; -1, and a complaint, if it is missing or out of range. */
    int softNumber(int min, int max, String what) {
        try {
            return number(min, max, what);
        } catch (BadLineException e) {
            complain(e.getMessage() + "; it was left out");
            return -1;
        }
    }

    int number(int min, int max, String what) {
        int start = at;
        long value = 0;
        while (peek() >= '0' && peek() <= '9') {
            value = Math.min(value * 10 + (peek() - '0'), Integer.MAX_VALUE);
            at++;
        }
        if (at == start) {
            throw new BadLineException("the " + what + " is missing" + here());
        }
        if (value < min || value > max) {
            throw new BadLineException(
                    "the " + what + " lies in " + min + ".." + max + ", not " + quote(start, at));
        }
        return (int) value;
    }

    /** A hexadecimal number with or without {@code 0x}. */
    long hex(int maxDigits, String what) {
        if (!accept("0x")) {
            accept("0X");
        }
        int start = at;
        long value = 0;
        while (Character.digit(peek(), 16) >= 0 && peek() < 0x80) {
            value = value << 4 | Character.digit(peek(), 16);
            at++;
        }
        if (at == start || at - start > maxDigits) {
            at = start;
            throw new BadLineException(
                    "the " + what + " is not 1 to " + maxDigits + " hexadecimal digits" + here());
        }
        return value;
    }

    /** A GUID in parentheses; {@link Guid#ZERO} if there is none. */
    Guid guidInParentheses() {
        if (!accept('(')) {
            return Guid.ZERO;
        }
        Guid guid = new Guid(hex(16, "port GUID"));
        expect(')', "behind the port GUID");
        return guid;
    }

    /**
     * A description in quotation marks. What follows it never holds any, so it reaches from the
     * first mark to the last, and marks inside it are its own.
     */
    String description() {
        skipBlanks();
        int close = line.lastIndexOf('"');
        if (peek() != '"') {
            complain("the description is missing" + here() + "; the line seems to be cut off");
            return "";
        }
        if (close == at) {
            complain("the description does not end; the line seems to be cut off");
            close = line.length();
        }
        String text = line.substring(at + 1, close);
        at = Math.min(close + 1, line.length());
        return text;
    }

    /** What stands between here and the next blank. */
    String word() {
        int start = at;
        while (at < line.length() && line.charAt(at) != ' ' && line.charAt(at) != '\t') {
            at++;
        }
        return line.substring(start, at);
    }

    /** Where the cursor stands, for a message. */
    String here() {
        return atEnd() ? " at the end of the line" : " at " + quote(at, line.length());
    }

    /** The line's beginning, for a message. */
    String excerpt() {
        return quote(0, line.length());
    }

    private String quote(int from, int to) {
        StringBuilder quoted = new StringBuilder("'");
        for (int i = from; i < Math.min(to, from + QUOTED); i++) {
            char c = line.charAt(i);
            quoted.append(Character.isISOControl(c) ? ' ' : c);
        }
        return quoted.append(to - from > QUOTED ? "...'" : "'").toString();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.mad.NodeDescription;

/**
 * The lines of a text of unknown encoding. A line ends at LF, CR or CRLF; each is decoded by
 * itself, since a subnet mixes names of several encodings.
 */
final class TextLines {
    /** A longer line is none that the tool writes: a description has 64 bytes. */
    static final int LONGEST_LINE = 64 * 1024;

    private final byte[] text;
    private int at;
    private int number;

    TextLines(byte[] text) {
        this.text = text;
        boolean marked =
                text.length >= 3
                        && text[0] == (byte) 0xef
                        && text[1] == (byte) 0xbb
                        && text[2] == (byte) 0xbf;
        this.at = marked ? 3 : 0;
    }

    boolean hasNext() {
        return at < text.length;
    }

    /** The number of the line that {@link #next} gave last, from 1. */
    int number() {
        return number;
    }

    /** The next line; null if it is longer than {@link #LONGEST_LINE}. */
    @Nullable String next() {
        int start = at;
        boolean ascii = true;
        while (at < text.length && text[at] != '\n' && text[at] != '\r') {
            ascii &= text[at] >= 0;
            at++;
        }
        int end = at;
        if (at < text.length) {
            boolean pair = text[at] == '\r' && at + 1 < text.length && text[at + 1] == '\n';
            at += pair ? 2 : 1;
        }
        number++;
        if (end - start > LONGEST_LINE) {
            return null;
        }
        return ascii
                ? new String(text, start, end - start, StandardCharsets.ISO_8859_1)
                : NodeDescription.text(Arrays.copyOfRange(text, start, end));
    }
}

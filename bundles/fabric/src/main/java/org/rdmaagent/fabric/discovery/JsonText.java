// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Writes JSON (RFC 8259), compact: the commas put themselves. */
final class JsonText {
    private final StringBuilder text = new StringBuilder();
    private boolean needsComma;

    JsonText open(char bracket) {
        separate();
        text.append(bracket);
        needsComma = false;
        return this;
    }

    JsonText close(char bracket) {
        text.append(bracket);
        needsComma = true;
        return this;
    }

    JsonText name(String name) {
        separate();
        quote(name);
        text.append(':');
        needsComma = false;
        return this;
    }

    /** A string, a number, a truth value or null. */
    JsonText value(@Nullable Object value) {
        separate();
        if (value == null || value instanceof Number || value instanceof Boolean) {
            text.append(value);
        } else {
            quote(value.toString());
        }
        return this;
    }

    private void separate() {
        if (needsComma) {
            text.append(',');
        }
        needsComma = true;
    }

    private void quote(String value) {
        text.append('"');
        for (int index = 0; index < value.length(); index++) {
            escape(value.charAt(index));
        }
        text.append('"');
    }

    private void escape(char c) {
        switch (c) {
            case '"', '\\' -> text.append('\\').append(c);
            case '\n' -> text.append("\\n");
            case '\r' -> text.append("\\r");
            case '\t' -> text.append("\\t");
            default -> {
                // Lone surrogates and the line separators of JavaScript go out as numbers, too.
                if (c < 0x20
                        || c == 0x7f
                        || c == 0x2028
                        || c == 0x2029
                        || Character.isSurrogate(c)) {
                    text.append("\\u").append(HexFormat.of().toHexDigits(c));
                } else {
                    text.append(c);
                }
            }
        }
    }

    @Override
    public String toString() {
        return text.toString();
    }
}

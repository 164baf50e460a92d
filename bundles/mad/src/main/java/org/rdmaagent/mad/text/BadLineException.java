// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import java.io.Serial;

/** A line that nothing can be taken from; caught by the reader, line by line. */
final class BadLineException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    /** Without a stack trace: a file of garbage throws millions of these. */
    BadLineException(String message) {
        super(message, null, false, false);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc.child;

import java.io.Serial;

/** The structs contradict themselves: the library is another than those that are known. */
final class UnknownLayoutException extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    UnknownLayoutException(String text) {
        super(text);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.pair;

import java.io.Serial;

/** Something that is needed is not there at the moment, and will be: to be tried again soon. */
public final class NotYetException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1L;

    /**
     * For this reason.
     *
     * @param reason what is waited for, in words
     */
    public NotYetException(String reason) {
        super(reason);
    }

    /** What is waited for. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad;

import java.io.Serial;

/** Bytes that are not the datagram they should be. */
public final class MadFormatException extends IllegalArgumentException {
    @Serial private static final long serialVersionUID = 1L;

    /** Says what is wrong with them. */
    public MadFormatException(String message) {
        super(message);
    }
}

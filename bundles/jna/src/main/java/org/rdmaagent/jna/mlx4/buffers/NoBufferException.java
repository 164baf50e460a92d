// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import java.io.Serial;

/** An allocator has no memory for a request; the message says why, and what can be done. */
final class NoBufferException extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    NoBufferException(String reason) {
        super(reason);
    }

    /** Why. */
    String reason() {
        return String.valueOf(getMessage());
    }
}

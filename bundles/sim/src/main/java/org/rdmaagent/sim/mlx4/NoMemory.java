// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

import java.io.Serial;

/** An allocator has none; the message says why, and what to do. */
final class NoMemory extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    NoMemory(String why) {
        super(why);
    }

    String why() {
        return String.valueOf(getMessage());
    }
}

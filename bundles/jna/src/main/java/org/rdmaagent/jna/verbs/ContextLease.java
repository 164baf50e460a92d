// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import com.sun.jna.Pointer;

/**
 * An open context. It is closed when it was retired and the last user has given it back; the
 * registry's lock guards it.
 */
final class ContextLease {
    private final Pointer device;
    private final Pointer context;
    private int users;
    private boolean retired;
    private boolean closed;

    /**
     * @param context of {@code ibv_open_device(3)} on this device; this lease closes it
     */
    ContextLease(Pointer device, Pointer context) {
        this.device = device;
        this.context = context;
    }

    Pointer device() {
        return device;
    }

    Pointer context() {
        return context;
    }

    void take() {
        users++;
    }

    void giveBack() {
        users--;
        closeIfUnused();
    }

    void retire() {
        retired = true;
        closeIfUnused();
    }

    private void closeIfUnused() {
        if (retired && users == 0 && !closed) {
            closed = true;
            int unused = VerbsCalls.ibv_close_device(context); // fails only where memory is corrupt
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.lease;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;

/** Goes on after failures and remembers the first one; the others are attached to it. */
public final class Failures {
    private @Nullable RdmaException first;

    /** Does something that may fail without harm to what comes after it. */
    public static void tolerating(Runnable action) {
        new Failures().catching(action);
    }

    /** Does something; goes on if it fails. */
    public void catching(Runnable action) {
        try {
            action.run();
        } catch (RdmaException e) {
            RdmaException earlier = first;
            if (earlier == null) {
                first = e;
            } else {
                earlier.addSuppressed(e);
            }
        }
    }

    /**
     * At the end.
     *
     * @throws RdmaException the first failure, if there was one
     */
    public void throwFirst() {
        RdmaException failure = first;
        if (failure != null) {
            throw failure;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;

/** Goes on after failures and remembers the first one; the others are attached to it. */
final class Failures {
    private @Nullable RdmaException first;

    /** Does something that may fail without harm to what comes after it. */
    static void tolerating(Runnable action) {
        new Failures().catching(action);
    }

    void catching(Runnable action) {
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

    void throwFirst() {
        RdmaException failure = first;
        if (failure != null) {
            throw failure;
        }
    }
}

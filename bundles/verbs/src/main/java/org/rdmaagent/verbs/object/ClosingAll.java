// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.VerbsObject;

/** Closes a context with everything that is open on it, in the right order. */
public final class ClosingAll {
    private ClosingAll() {}

    /**
     * Closes what can be closed, and goes on after a failure; but a queue pair that stays keeps
     * everything that it may use.
     *
     * @return what failed, in words; empty if nothing is left
     */
    public static List<String> of(DeviceContext context) {
        List<String> failures = new ArrayList<>();
        boolean used = false;
        try {
            for (VerbsObject object : context.objects()) {
                if (!used || object instanceof QueuePair) {
                    used |= !close(object, failures) && object instanceof QueuePair;
                }
            }
        } catch (RuntimeException e) {
            failures.add(String.valueOf(e.getMessage()));
        }
        if (!used) {
            boolean unused = close(context, failures);
        }
        return List.copyOf(failures);
    }

    /** Whether that succeeded. */
    private static boolean close(VerbsObject object, List<String> failures) {
        try {
            object.close();
            return true;
        } catch (RuntimeException e) {
            failures.add(String.valueOf(e.getMessage()));
            return false;
        }
    }
}

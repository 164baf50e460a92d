// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.VerbsObject;

/** Closes a context with everything that is open on it, in the right order. */
public final class ClosingAll {
    private ClosingAll() {}

    /**
     * Closes what can be closed, and goes on after a failure.
     *
     * @return what failed, in words; empty if nothing is left
     */
    public static List<String> of(DeviceContext context) {
        List<String> failures = new ArrayList<>();
        try {
            context.objects().forEach(object -> close(object, failures));
        } catch (RuntimeException e) {
            failures.add(String.valueOf(e.getMessage()));
        }
        close(context, failures);
        return List.copyOf(failures);
    }

    private static void close(VerbsObject object, List<String> failures) {
        try {
            object.close();
        } catch (RuntimeException e) {
            failures.add(String.valueOf(e.getMessage()));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;

/** What the cases claim. */
final class Expect {
    private Expect() {}

    /** Something else than expected. */
    static AssertionError wrong(String what) {
        return new AssertionError(what);
    }

    static void that(boolean holds, String what) {
        if (!holds) {
            throw wrong(what);
        }
    }

    static void equal(Object expected, @Nullable Object actual, String what) {
        if (!Objects.equals(expected, actual)) {
            throw wrong(what + ": expected " + expected + ", but it is " + actual);
        }
    }

    static <T> T present(Optional<T> value, String what) {
        return value.orElseThrow(() -> wrong(what + ": expected one, but there is none"));
    }

    /** A call that is refused with this errno, with call, subject and remedy told. */
    static void refused(String errno, Runnable call, String what) {
        refused(Set.of(errno), call, what);
    }

    /** A call that is refused with one of these; drivers differ, or C leaves none. */
    static void refused(Set<String> errnos, Runnable call, String what) {
        try {
            call.run();
        } catch (RdmaException e) {
            that(
                    errnos.contains(e.errno().name()),
                    what + ": expected one of " + errnos + ", but: " + e.getMessage());
            that(!e.call().isBlank(), what + ": no call is named");
            that(!e.subject().isBlank(), what + ": no subject is named");
            that(!e.remedy().isBlank(), what + ": no remedy is named");
            return;
        }
        throw wrong(what + ": expected to be refused with " + errnos + ", but it was done");
    }

    /** A mistake of the caller. */
    static void mistaken(Runnable call, String what) {
        try {
            call.run();
        } catch (IllegalArgumentException e) {
            that(e.getMessage() != null && !e.getMessage().isBlank(), what + ": no reason");
            return;
        }
        throw wrong(what + ": expected an IllegalArgumentException, but it was done");
    }
}

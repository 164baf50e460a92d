// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import org.jspecify.annotations.Nullable;

/**
 * Who the request on this thread comes from and whether it may change anything, from our servlet to
 * Jolokia's questions.
 *
 * <p>Not the JAAS subject: how that is found differs between Java 17 and 25 and it says nothing of
 * the HTTP method. No scope, no access: Jolokia's servlet put up by anybody else gets no answer
 * from our restrictor.
 *
 * @param caller who asks
 * @param mayChange whether exec and write may be looked at, as in a JSON POST
 * @param corsOrigin another site that may read the answer; null if there is none
 */
record RequestScope(Caller caller, boolean mayChange, @Nullable String corsOrigin) {
    private static final ThreadLocal<RequestScope> CURRENT = new ThreadLocal<>();

    static @Nullable RequestScope current() {
        return CURRENT.get();
    }

    void enter() {
        CURRENT.set(this);
    }

    static void leave() {
        CURRENT.remove();
    }
}

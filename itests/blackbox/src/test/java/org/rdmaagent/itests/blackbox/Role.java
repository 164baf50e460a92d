// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import java.util.Locale;

/** The three logins, each of them may do what those before it may. */
enum Role {
    VIEWER,
    MANAGER,
    ADMIN;

    /** As it is typed at a login. */
    String user() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean isAtLeast(Role least) {
        return compareTo(least) >= 0;
    }
}

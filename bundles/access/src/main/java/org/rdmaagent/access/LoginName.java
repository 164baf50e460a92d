// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The agent's own logins, each named after its role, the least first. */
enum LoginName {
    VIEWER,
    MANAGER,
    ADMIN;

    /** As it is typed. */
    String user() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The environment variable that sets its password. */
    String variable() {
        return "RDMA_AGENT_" + name() + "_PASSWORD";
    }

    /** Its own role and every lesser one. */
    List<String> roles() {
        return Arrays.stream(values())
                .filter(login -> login.compareTo(this) <= 0)
                .map(LoginName::user)
                .toList();
    }

    static Optional<LoginName> of(String user) {
        for (LoginName login : values()) {
            if (login.user().equals(user)) {
                return Optional.of(login);
            }
        }
        return Optional.empty();
    }
}

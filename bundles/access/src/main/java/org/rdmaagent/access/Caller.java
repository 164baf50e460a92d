// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.security.Principal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.RolePrincipal;

/**
 * Who asks, as far as the policy cares.
 *
 * @param roles names of the roles, and {@code class:name} of every principal, as the grammar allows
 *     both
 */
record Caller(Set<String> roles) {
    Caller {
        roles = Set.copyOf(roles);
    }

    static Caller of(Subject subject) {
        Set<String> roles = new HashSet<>();
        for (Principal principal : subject.getPrincipals()) {
            roles.add(principal.getClass().getName() + ":" + principal.getName());
            if (principal instanceof RolePrincipal) {
                roles.add(principal.getName());
            }
        }
        return new Caller(roles);
    }

    boolean hasOneOf(List<String> allowed) {
        return allowed.stream().anyMatch(role -> role.equals("*") || roles.contains(role));
    }
}

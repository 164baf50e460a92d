// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javax.management.ObjectName;

/**
 * Where the rules for an MBean are looked for, in Karaf's order: {@code jmx.acl.DOMAIN.TYPE.a.b},
 * {@code jmx.acl.DOMAIN.TYPE.a}, {@code jmx.acl.DOMAIN.TYPE}, {@code jmx.acl.DOMAIN}, {@code
 * jmx.acl}, where a and b are the values of the other keys as the name was written. In a PID,
 * {@code _} stands for any value.
 */
final class AclSearch {
    static final String PREFIX = "jmx.acl";
    private static final String ANY = "_";

    private AclSearch() {}

    /** The PIDs that would serve, the most specific first, the last one {@link #PREFIX}. */
    static List<String> candidates(ObjectName name) {
        List<String> segments = segments(name);
        List<String> pids = new ArrayList<>();
        for (int i = segments.size(); i >= 0; i--) {
            List<String> parts = new ArrayList<>(List.of(PREFIX));
            parts.addAll(segments.subList(0, i));
            pids.add(String.join(".", parts));
        }
        return pids;
    }

    /** The existing PID for a candidate; a written segment goes before a placeholder. */
    static Optional<String> match(String candidate, Collection<String> existing) {
        String[] wanted = candidate.split("\\.");
        return existing.stream()
                .filter(pid -> covers(pid.split("\\."), wanted))
                .min(Comparator.comparing(AclSearch::placeholders).thenComparing(pid -> pid));
    }

    private static boolean covers(String[] pid, String[] wanted) {
        if (pid.length != wanted.length) {
            return false;
        }
        for (int i = 0; i < pid.length; i++) {
            if (!pid[i].equals(ANY) && !pid[i].equals(wanted[i])) {
                return false;
            }
        }
        return true;
    }

    /** Sorts as its placeholders lie: the later the first one, the better. */
    private static String placeholders(String pid) {
        StringBuilder order = new StringBuilder();
        for (String segment : pid.split("\\.")) {
            order.append(segment.equals(ANY) ? '1' : '0');
        }
        return order.toString();
    }

    private static List<String> segments(ObjectName name) {
        List<String> segments = new ArrayList<>(List.of(name.getDomain()));
        for (String property : name.getKeyPropertyListString().split(",")) {
            String key = property.substring(0, Math.max(property.indexOf('='), 0));
            String value = key.isEmpty() ? null : name.getKeyProperty(key);
            if (value != null) {
                segments.add(key.equals("type") ? 1 : segments.size(), value);
            }
        }
        return segments;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanFeatureInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * The one matrix: who may read, write and call what. It is kept in the {@code jmx.acl*}
 * configurations; what no line grants is refused. Any number of threads.
 */
final class AccessPolicy {
    static final String WHITELIST = "jmx.acl.whitelist";

    private record Matrix(Map<String, AclRules> rules, Set<String> exempt) {}

    private final Supplier<Map<String, Map<String, ?>>> source;
    private final MBeanServer server;
    private final AtomicLong generation = new AtomicLong();
    private volatile @Nullable Matrix matrix;

    /**
     * A policy over some configurations.
     *
     * @param source the configurations by PID, as they are now
     * @param server where the MBeans are
     */
    AccessPolicy(Supplier<Map<String, Map<String, ?>>> source, MBeanServer server) {
        this.source = source;
        this.server = server;
    }

    /** What was read before no longer counts. */
    void forget() {
        generation.incrementAndGet();
        matrix = null;
    }

    /** The PIDs that are in force. */
    Set<String> pids() {
        return matrix().rules().keySet();
    }

    boolean mayRead(Caller caller, ObjectName name, String attribute) {
        MBeanAttributeInfo info = attribute(name, attribute);
        String prefix = info != null && info.isIs() ? "is" : "get";
        return allows(caller, name, prefix + attribute, List.of(), new Object[0]);
    }

    /** Writing is judged by name and type; the value is not looked at. */
    boolean mayWrite(Caller caller, ObjectName name, String attribute) {
        MBeanAttributeInfo info = attribute(name, attribute);
        List<String> signature = info == null ? List.of() : List.of(info.getType());
        return allows(caller, name, "set" + attribute, signature, null);
    }

    /**
     * Whether an operation may be called with these arguments.
     *
     * @param arguments null if they are not known yet: then what is asked for any arguments is
     *     asked
     */
    boolean mayInvoke(
            Caller caller,
            ObjectName name,
            String operation,
            List<String> signature,
            Object @Nullable [] arguments) {
        return allows(caller, name, operation, signature, arguments);
    }

    /** Whether every operation of that name may be called, whatever its parameters. */
    boolean mayInvokeAny(Caller caller, ObjectName name, String operation) {
        MBeanInfo info = info(name);
        List<MBeanOperationInfo> operations =
                info == null
                        ? List.of()
                        : Arrays.stream(info.getOperations())
                                .filter(candidate -> candidate.getName().equals(operation))
                                .toList();
        if (operations.isEmpty()) {
            return allows(caller, name, operation, List.of(), null);
        }
        return operations.stream()
                .allMatch(found -> allows(caller, name, operation, signature(found), null));
    }

    /** Whether there is anything at the MBean that the caller may read or call. */
    boolean mayKnow(Caller caller, ObjectName name) {
        MBeanInfo info = info(name);
        if (info == null) {
            return false;
        }
        return Arrays.stream(info.getAttributes())
                        .filter(MBeanAttributeInfo::isReadable)
                        .map(MBeanFeatureInfo::getName)
                        .anyMatch(attribute -> mayRead(caller, name, attribute))
                || Arrays.stream(info.getOperations())
                        .anyMatch(
                                found ->
                                        allows(
                                                caller,
                                                name,
                                                found.getName(),
                                                signature(found),
                                                null));
    }

    /** Whether the caller may do what has no line of its own: make and remove MBeans. */
    boolean mayAnything(Caller caller) {
        AclRules rules = matrix().rules().get(AclSearch.PREFIX);
        AclRules.Finding finding =
                rules == null
                        ? AclRules.Finding.NOTHING
                        : rules.find("createMBean", List.of(), null);
        return finding.conclusive() && finding.required().stream().allMatch(caller::hasOneOf);
    }

    private boolean allows(
            Caller caller,
            ObjectName asked,
            String method,
            List<String> signature,
            Object @Nullable [] arguments) {
        if (asked.isPattern()) {
            return false;
        }
        Matrix now = matrix();
        List<String> candidates = AclSearch.candidates(registered(asked));
        if (exempt(now, candidates, method)) {
            return true;
        }
        for (String candidate : candidates) {
            AclRules rules =
                    AclSearch.match(candidate, now.rules().keySet())
                            .map(now.rules()::get)
                            .orElse(null);
            AclRules.Finding finding =
                    rules == null
                            ? AclRules.Finding.NOTHING
                            : rules.find(method, signature, arguments);
            if (!finding.required().stream().allMatch(caller::hasOneOf)) {
                return false;
            }
            if (finding.conclusive()) {
                return true;
            }
        }
        return false;
    }

    private static boolean exempt(Matrix now, List<String> candidates, String method) {
        return candidates.stream()
                .filter(candidate -> candidate.length() > AclSearch.PREFIX.length())
                .map(candidate -> candidate.substring(AclSearch.PREFIX.length() + 1))
                .anyMatch(
                        name ->
                                now.exempt().contains(name)
                                        || now.exempt().contains(name + ";" + method));
    }

    /** A name with its keys in another order is the same MBean and must not find other rules. */
    private ObjectName registered(ObjectName asked) {
        return server.queryNames(asked, null).stream().findFirst().orElse(asked);
    }

    private @Nullable MBeanInfo info(ObjectName name) {
        try {
            return server.getMBeanInfo(name);
        } catch (JMException e) {
            return null;
        }
    }

    private @Nullable MBeanAttributeInfo attribute(ObjectName name, String attribute) {
        MBeanInfo info = info(name);
        if (info != null) {
            for (MBeanAttributeInfo candidate : info.getAttributes()) {
                if (candidate.getName().equals(attribute)) {
                    return candidate;
                }
            }
        }
        return null;
    }

    private static List<String> signature(MBeanOperationInfo operation) {
        return Arrays.stream(operation.getSignature()).map(MBeanParameterInfo::getType).toList();
    }

    private Matrix matrix() {
        Matrix known = matrix;
        if (known != null) {
            return known;
        }
        long before = generation.get();
        Matrix read = read(source.get());
        if (generation.get() == before) {
            matrix = read;
        }
        return read;
    }

    private static Matrix read(Map<String, Map<String, ?>> configurations) {
        Map<String, AclRules> rules = new HashMap<>();
        configurations.forEach((pid, lines) -> rules.put(pid, AclRules.of(lines)));
        Map<String, ?> whitelist = configurations.get(WHITELIST);
        Set<String> exempt = whitelist == null ? Set.of() : whitelist.keySet();
        return new Matrix(Map.copyOf(rules), Set.copyOf(exempt));
    }
}

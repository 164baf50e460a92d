// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServer;
import javax.management.ObjectInstance;
import javax.management.ObjectName;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * The MBean server as a remote caller sees it. What is not in one of the lists below is for those
 * who may do anything: {@code createMBean} alone would load a class from anywhere into the agent.
 */
final class GuardedServer implements InvocationHandler {
    private static final Set<String> HARMLESS =
            Set.of(
                    "getMBeanCount",
                    "getDefaultDomain",
                    "getDomains",
                    "isRegistered",
                    "removeNotificationListener");

    /** Tell about one MBean; only about one where the caller may do something. */
    private static final Set<String> ABOUT_ONE =
            Set.of("getMBeanInfo", "isInstanceOf", "getObjectInstance", "addNotificationListener");

    /** With the name of an MBean as the listener they wire one MBean to another, for everybody. */
    private static final Set<String> LISTENERS =
            Set.of("addNotificationListener", "removeNotificationListener");

    private static final Set<String> QUERIES = Set.of("queryNames", "queryMBeans");

    /** RMI asks for the loader to unmarshal a caller's arguments with; it hands out no loader. */
    private static final Set<String> LOADERS =
            Set.of("getClassLoaderFor", "getClassLoader", "getClassLoaderRepository");

    /** What every object has. */
    private static final Set<String> OBJECT = Set.of("hashCode", "toString", "equals");

    private final MBeanServer server;
    private final AccessPolicy policy;
    private final Supplier<@Nullable Subject> subject;

    private GuardedServer(
            MBeanServer server, AccessPolicy policy, Supplier<@Nullable Subject> subject) {
        this.server = server;
        this.policy = policy;
        this.subject = subject;
    }

    static MBeanServer over(
            MBeanServer server, AccessPolicy policy, Supplier<@Nullable Subject> subject) {
        return (MBeanServer)
                Proxy.newProxyInstance(
                        GuardedServer.class.getClassLoader(),
                        new Class<?>[] {MBeanServer.class},
                        new GuardedServer(server, policy, subject));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] given)
            throws Throwable {
        Object[] arguments = given == null ? new Object[0] : given;
        String name = method.getName();
        Caller caller = caller(name);
        if (caller != null && !allows(caller, name, arguments)) {
            if (ABOUT_ONE.contains(name) && !wires(name, arguments)) {
                throw new InstanceNotFoundException(arguments[0].toString());
            }
            throw new SecurityException(
                    "this login may not do that (" + name + "); see etc/jmx.acl*.cfg");
        }
        Object result = call(method, arguments);
        return caller != null && result instanceof Set<?> found && QUERIES.contains(name)
                ? visible(caller, found)
                : result;
    }

    /**
     * Null for the connector's own questions: it looks for names and listens without a subject. A
     * remote call has one always, because nobody connects without a login.
     */
    private @Nullable Caller caller(String method) {
        if (OBJECT.contains(method) || LOADERS.contains(method)) {
            return null;
        }
        Subject found = subject.get();
        boolean own =
                HARMLESS.contains(method) || QUERIES.contains(method) || ABOUT_ONE.contains(method);
        if (found == null && !own) {
            throw new SecurityException("no login came with this call");
        }
        return found == null ? null : Caller.of(found);
    }

    private boolean allows(Caller caller, String method, Object[] arguments) {
        if (wires(method, arguments)) {
            return policy.mayAnything(caller);
        }
        if (HARMLESS.contains(method) || QUERIES.contains(method)) {
            return true;
        }
        ObjectName name =
                arguments.length > 0 && arguments[0] instanceof ObjectName first ? first : null;
        if (name == null) {
            return policy.mayAnything(caller);
        }
        if (ABOUT_ONE.contains(method)) {
            return !server.isRegistered(name) || policy.mayKnow(caller, name);
        }
        return switch (method) {
            case "getAttribute" -> policy.mayRead(caller, name, (String) arguments[1]);
            case "getAttributes" ->
                    Arrays.stream((String[]) arguments[1])
                            .allMatch(attribute -> policy.mayRead(caller, name, attribute));
            case "setAttribute" ->
                    policy.mayWrite(caller, name, ((Attribute) arguments[1]).getName());
            case "setAttributes" ->
                    ((AttributeList) arguments[1])
                            .asList().stream()
                                    .allMatch(one -> policy.mayWrite(caller, name, one.getName()));
            case "invoke" -> mayInvoke(caller, name, arguments);
            default -> policy.mayAnything(caller);
        };
    }

    private static boolean wires(String method, Object[] arguments) {
        return LISTENERS.contains(method) && arguments[1] instanceof ObjectName;
    }

    private boolean mayInvoke(Caller caller, ObjectName name, Object[] arguments) {
        Object[] values = arguments[2] instanceof Object[] array ? array : new Object[0];
        List<String> signature =
                arguments[3] instanceof String[] types ? List.of(types) : List.of();
        return policy.mayInvoke(caller, name, (String) arguments[1], signature, values);
    }

    private Set<?> visible(Caller caller, Set<?> found) {
        found.removeIf(
                one ->
                        !policy.mayKnow(
                                caller,
                                one instanceof ObjectInstance instance
                                        ? instance.getObjectName()
                                        : (ObjectName) one));
        return found;
    }

    private @Nullable Object call(Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(server, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}

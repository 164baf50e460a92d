// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.NotificationBroadcasterSupport;
import javax.management.ReflectionException;
import javax.management.StandardEmitterMBean;
import org.jspecify.annotations.Nullable;

/**
 * An MXBean whose texts come from the {@link About} annotations of its interface.
 *
 * <p>It is registered instead of the implementation because the plain introspector leaves all texts
 * at the attribute's name.
 */
final class DescribedMBean extends StandardEmitterMBean {
    private <T> DescribedMBean(
            T implementation, Class<T> face, NotificationBroadcasterSupport emitter) {
        super(implementation, face, true, emitter);
    }

    /** An MBean that sends what the emitter sends. */
    static <T> DescribedMBean of(
            T implementation, Class<T> face, NotificationBroadcasterSupport emitter) {
        return new DescribedMBean(WireSafe.wrap(implementation, face), face, emitter);
    }

    /** An MBean that sends nothing. */
    static <T> DescribedMBean of(T implementation, Class<T> face) {
        return of(implementation, face, new NotificationBroadcasterSupport());
    }

    /** Refuses in words what the plain introspector refuses without: null for a number. */
    @Override
    public Object invoke(
            String operation, Object @Nullable [] arguments, String @Nullable [] signature)
            throws MBeanException, ReflectionException {
        Method method = signature == null ? null : method(operation, signature);
        if (method != null && arguments != null) {
            NullArguments.check(method, arguments);
        }
        return super.invoke(operation, arguments, signature);
    }

    @Override
    protected String getClassName(MBeanInfo info) {
        return getMBeanInterface().getName();
    }

    @Override
    protected String getDescription(MBeanInfo info) {
        return text(getMBeanInterface(), info.getDescription());
    }

    @Override
    protected String getDescription(MBeanAttributeInfo info) {
        return text(method((info.isIs() ? "is" : "get") + info.getName()), info.getName());
    }

    @Override
    protected String getDescription(MBeanOperationInfo info) {
        return text(method(info), info.getName());
    }

    @Override
    protected int getImpact(MBeanOperationInfo info) {
        Method method = method(info);
        About about = method == null ? null : method.getAnnotation(About.class);
        return about == null ? MBeanOperationInfo.UNKNOWN : about.impact();
    }

    @Override
    protected String getParameterName(
            MBeanOperationInfo info, MBeanParameterInfo parameter, int sequence) {
        Method method = method(info);
        return method == null ? parameter.getName() : method.getParameters()[sequence].getName();
    }

    @Override
    protected String getDescription(
            MBeanOperationInfo info, MBeanParameterInfo parameter, int sequence) {
        Method method = method(info);
        return text(method == null ? null : method.getParameters()[sequence], parameter.getName());
    }

    private @Nullable Method method(MBeanOperationInfo info) {
        String[] types =
                Arrays.stream(info.getSignature())
                        .map(MBeanParameterInfo::getType)
                        .toArray(String[]::new);
        return method(info.getName(), types);
    }

    /** The types as JMX names them; the parameters here are simple ones, so that is their own. */
    private @Nullable Method method(String name, String... types) {
        for (Method method : getMBeanInterface().getMethods()) {
            String[] own =
                    Arrays.stream(method.getParameterTypes())
                            .map(Class::getName)
                            .toArray(String[]::new);
            if (method.getName().equals(name) && Arrays.equals(own, types)) {
                return method;
            }
        }
        return null;
    }

    private static String text(@Nullable AnnotatedElement element, String otherwise) {
        About about = element == null ? null : element.getAnnotation(About.class);
        return about == null ? otherwise : about.value();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * The subject that RMI runs a call as: {@code Subject.current()} from Java 18 on, and on 17 {@code
 * Subject.getSubject(AccessController.getContext())}, which throws on 24.
 */
final class CurrentSubject {
    private static final MethodHandle FIND = find();

    private CurrentSubject() {}

    static @Nullable Subject get() {
        try {
            return (Subject) FIND.invokeExact();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the caller cannot be told", e);
        }
    }

    private static MethodHandle find() {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        try {
            if (Runtime.version().feature() >= 18) {
                return lookup.findStatic(
                        Subject.class, "current", MethodType.methodType(Subject.class));
            }
            Class<?> context = Class.forName("java.security.AccessControlContext");
            MethodHandle here =
                    lookup.findStatic(
                            Class.forName("java.security.AccessController"),
                            "getContext",
                            MethodType.methodType(context));
            MethodHandle subject =
                    lookup.findStatic(
                            Subject.class,
                            "getSubject",
                            MethodType.methodType(Subject.class, context));
            return MethodHandles.filterReturnValue(here, subject);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this Java has no current subject", e);
        }
    }
}

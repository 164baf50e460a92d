// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4;

import com.sun.jna.Callback;
import com.sun.jna.CallbackProxy;
import com.sun.jna.CallbackReference;
import com.sun.jna.Pointer;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A C function of two arguments of 64 bits; there as long as this object is.
 *
 * <p>JNA refers to a callback weakly, but keeps the method that it calls for ever, and so the class
 * of that method. Therefore what JNA gets is made of parts of the JDK and of JNA alone, which refer
 * weakly to what is of this bundle.
 */
final class DetachedCallback {
    /** What the function does; it must not throw. */
    @FunctionalInterface
    interface Body {
        /** Answers what the C function answers, if it answers something. */
        long on(long first, long second);
    }

    /** Held here, for JNA's side refers to it weakly. */
    private final BiFunction<Method, Object[], @Nullable Object> answers;

    private final Callback callback;

    /**
     * Makes one.
     *
     * @param result the type of its result: long or void
     */
    DetachedCallback(Class<?> result, Body body) {
        answers = (method, arguments) -> answer(method.getName(), arguments, result, body);
        callback = proxy(new WeakReference<>(answers));
    }

    /** The address of the C function. */
    Pointer function() {
        return CallbackReference.getFunctionPointer(callback);
    }

    private @Nullable Object answer(
            String method, Object @Nullable [] arguments, Class<?> result, Body body) {
        return switch (method) {
            case "callback" -> {
                Object[] given = (Object[]) first(arguments);
                long answer = body.on((long) given[0], (long) given[1]);
                yield result == void.class ? null : answer;
            }
            case "getParameterTypes" -> new Class<?>[] {long.class, long.class};
            case "getReturnType" -> result;
            case "equals" -> first(arguments) == callback;
            case "hashCode" -> System.identityHashCode(this);
            default -> "callback of libmlx4";
        };
    }

    private static Object first(Object @Nullable [] arguments) {
        if (arguments == null || arguments.length == 0) {
            throw new IllegalArgumentException("a method without its argument");
        }
        return arguments[0];
    }

    private static Callback proxy(WeakReference<?> answers) {
        ClassLoader jna = Callback.class.getClassLoader();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(jna); // the JDK puts a class of its own there
        try {
            return (Callback)
                    Proxy.newProxyInstance(
                            jna, new Class<?>[] {CallbackProxy.class}, handler(answers));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the JDK lacks a public method", e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** (self, method, arguments) becomes answers.get().apply(method, arguments). */
    private static InvocationHandler handler(WeakReference<?> answers)
            throws ReflectiveOperationException {
        MethodHandle get =
                MethodHandles.publicLookup()
                        .findVirtual(
                                WeakReference.class, "get", MethodType.methodType(Object.class))
                        .bindTo(answers);
        MethodHandle apply =
                MethodHandles.publicLookup()
                        .findVirtual(BiFunction.class, "apply", MethodType.genericMethodType(2))
                        .asType(
                                MethodType.methodType(
                                        Object.class, Object.class, Method.class, Object[].class));
        return MethodHandleProxies.asInterfaceInstance(
                InvocationHandler.class,
                MethodHandles.dropArguments(
                        MethodHandles.foldArguments(apply, get), 0, Object.class));
    }
}

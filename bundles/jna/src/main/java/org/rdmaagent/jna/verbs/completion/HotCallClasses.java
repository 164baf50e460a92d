// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.SymbolProvider;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.spi.completion.DriverPointers;

/**
 * One class with bound native methods for each driver that was met, for as long as this bundle is
 * there. For any thread.
 *
 * <p>The functions have no symbols. JNA asks a {@link SymbolProvider} for them, and its answer is
 * taken for what dlsym(3) answers. JNA keeps the provider as long as the bound class and refers to
 * the class weakly: so the provider is made of the JDK's own parts, since one of this bundle would
 * keep the bundle's classes for ever.
 */
public final class HotCallClasses {
    /** RTLD_NODELETE | RTLD_NOW of dlfcn.h. */
    private static final int OPEN_FLAGS = 0x1002;

    /** Some library that is loaded anyway: nothing is looked up in it. */
    private static final String LIBRARY = "libc.so.6";

    private static final Map<DriverPointers, DriverCalls> BOUND = new ConcurrentHashMap<>();

    /** Holds one copy of the pattern and delegates the rest. */
    private static final class CopyLoader extends ClassLoader {
        CopyLoader(ClassLoader parent) {
            super(parent);
        }

        Class<?> define(String name, byte[] bytes) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private HotCallClasses() {}

    /**
     * The functions of a driver.
     *
     * @throws IllegalArgumentException if one of the pointers is NULL
     */
    public static DriverCalls of(DriverPointers pointers) {
        if (!pointers.complete()) {
            throw new IllegalArgumentException("a function of the data path is missing");
        }
        return BOUND.computeIfAbsent(pointers, HotCallClasses::bind);
    }

    private static DriverCalls bind(DriverPointers pointers) {
        try {
            Class<?> copy = copy();
            Native.register(copy, library(pointers));
            return (DriverCalls) copy.getConstructor().newInstance();
        } catch (ReflectiveOperationException | IOException e) {
            throw new IllegalStateException("the pattern of the calls is not as it was built", e);
        }
    }

    private static Class<?> copy() throws IOException {
        String file = BoundCalls.class.getSimpleName() + ".class";
        try (InputStream in = BoundCalls.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IOException(file + " is not beside its package");
            }
            return new CopyLoader(BoundCalls.class.getClassLoader())
                    .define(BoundCalls.class.getName(), in.readAllBytes());
        }
    }

    private static NativeLibrary library(DriverPointers pointers)
            throws ReflectiveOperationException {
        // JNA knows libraries again by their options, the last one keeps those of drivers apart.
        return NativeLibrary.getInstance(
                LIBRARY,
                Map.of(
                        Library.OPTION_OPEN_FLAGS,
                        OPEN_FLAGS,
                        Library.OPTION_SYMBOL_PROVIDER,
                        provider(pointers),
                        "pointers",
                        pointers.toString()));
    }

    /** Answers from a map: (library, name, parent) becomes map.get(name). */
    private static SymbolProvider provider(DriverPointers pointers)
            throws ReflectiveOperationException {
        Map<String, Long> addresses =
                Map.of(
                        "poll_cq", pointers.pollCq(),
                        "req_notify_cq", pointers.reqNotifyCq(),
                        "post_recv", pointers.postRecv(),
                        "post_srq_recv", pointers.postSrqRecv(),
                        "post_send", pointers.postSend());
        MethodHandle get =
                MethodHandles.publicLookup()
                        .findVirtual(
                                Map.class, "get", MethodType.methodType(Object.class, Object.class))
                        .bindTo(addresses)
                        .asType(MethodType.methodType(long.class, String.class));
        MethodHandle answer = MethodHandles.dropArguments(get, 0, long.class);
        return MethodHandleProxies.asInterfaceInstance(
                SymbolProvider.class, MethodHandles.dropArguments(answer, 2, SymbolProvider.class));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.itests.jvm.speed.turns.RepostingHandler;

/**
 * Loads the poll loop and what drives a port once more: a JVM compiles a method for all its
 * callers, and none of what is measured is to be compiled for another one.
 */
final class Copies extends ClassLoader {
    private static final List<String> COPIED =
            List.of(
                    "org.rdmaagent.itests.jvm.speed.turns.",
                    "org.rdmaagent.dataplane.loop.",
                    "org.rdmaagent.dataplane.idle.",
                    "org.rdmaagent.dataplane.figures.",
                    "org.rdmaagent.dataplane.placement.");

    private Copies() {
        super(Copies.class.getClassLoader());
    }

    /** An instance of a copy of a class, made by its only constructor. */
    static <T> T make(Class<T> type, Class<? extends T> original, Object... arguments) {
        try {
            Class<?> copy = Class.forName(original.getName(), true, new Copies());
            return type.cast(copy.getConstructors()[0].newInstance(arguments));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A handler of a class that no other one has; it gives the buffers back. */
    static CompletionHandler handler() {
        return make(CompletionHandler.class, RepostingHandler.class);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (COPIED.stream().noneMatch(name::startsWith)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] code = in.readAllBytes();
            return defineClass(name, code, 0, code.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}

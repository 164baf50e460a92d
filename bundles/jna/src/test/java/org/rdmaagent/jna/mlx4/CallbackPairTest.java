// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Function;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.rdmaagent.jna.mlx4.buffers.BufferRouter;

/** The C functions are called as libmlx4 calls them. */
class CallbackPairTest {
    private static final long NO_ROUTER = Long.MAX_VALUE;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    /** Has its own copy of the provider's classes, as a replaced bundle has. */
    private static final class BundleLoader extends ClassLoader {
        BundleLoader() {
            super(CallbackPairTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("org.rdmaagent.jna.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            String file = name.replace('.', '/') + ".class";
            try (InputStream in = getResourceAsStream(file)) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static long allocate(long bytes, long data) {
        return Function.getFunction(CallbackPair.alloc()).invokeLong(new Object[] {bytes, data});
    }

    private static void free(long address, long data) {
        Function.getFunction(CallbackPair.free()).invokeVoid(new Object[] {address, data});
    }

    @Test
    void theirDataLeadsToTheRouterOfTheContext() {
        BufferRouter one = new BufferRouter("one");
        BufferRouter other = new BufferRouter("other");
        long first = CallbackPair.add(one);
        long second = CallbackPair.add(other);
        long address = allocate(100, first);
        assertNotEquals(0, address);
        new Pointer(address).setMemory(0, 100, (byte) 1);
        assertEquals(1, one.statistics().liveBuffers());
        assertEquals(0, other.statistics().liveBuffers());
        free(address, second);
        free(0, first);
        assertEquals(1, one.statistics().liveBuffers());
        free(address, first);
        assertEquals(0, one.statistics().liveBuffers());
        CallbackPair.remove(first);
        CallbackPair.remove(second);
        assertEquals(0, allocate(100, first));
    }

    @Test
    void anUnknownContextGetsNothing() {
        assertEquals(0, allocate(100, NO_ROUTER));
        free(1, NO_ROUTER);
    }

    @Test
    void theFunctionsStayTheSame() {
        assertEquals(CallbackPair.alloc(), CallbackPair.alloc());
        assertNotEquals(CallbackPair.alloc(), CallbackPair.free());
    }

    /** JNA must not keep a replaced bundle's classes for them. */
    @Test
    void theyDoNotKeepTheirLoader() throws Exception {
        CallbackPair.alloc(); // JNA's cleaning thread keeps whoever it is started for
        WeakReference<ClassLoader> loader = usedOnce();
        long start = System.nanoTime();
        while (loader.get() != null && System.nanoTime() - start < PATIENCE_NANOS) {
            System.gc();
        }
        assertTrue(loader.refersTo(null), "the loader is still reachable");
    }

    private static WeakReference<ClassLoader> usedOnce() throws Exception {
        ClassLoader loader = new BundleLoader();
        Class<?> copy = loader.loadClass(CallbackPair.class.getName());
        assertNotSame(CallbackPair.class, copy);
        for (String each : new String[] {"alloc", "free"}) {
            Method method = copy.getDeclaredMethod(each);
            method.setAccessible(true);
            assertNotEquals(null, method.invoke(null));
        }
        return new WeakReference<>(loader);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.time.InstantSource;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.LoopEvent;
import org.rdmaagent.dataplane.LoopListener;
import org.rdmaagent.dataplane.SlotStatus;

/** After its unbinding nothing here refers to a handler, nor to what it threw. */
class NothingIsPinnedTest {
    private static final Map<String, Object> PROPERTIES =
            Map.of("service.id", 1L, CompletionHandler.CQ, "feed");

    private final SimulatedTraffic traffic = new SimulatedTraffic();
    private final Queue<LoopEvent> told = new ConcurrentLinkedQueue<>();
    private final ProvidedDataPlane plane =
            new ProvidedDataPlane(InstantSource.system(), System::nanoTime);

    /** Defines the classes of {@link Foreign} itself, and asks its parent for the others. */
    private static final class OtherBundle extends ClassLoader {
        OtherBundle() {
            super(NothingIsPinnedTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> known = findLoadedClass(name);
            if (known != null || !name.startsWith(Foreign.class.getName())) {
                return known != null ? known : super.loadClass(name, resolve);
            }
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                assertNotNull(in);
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void aHandlersLoaderIsFreeAfterItsUnbinding() throws ReflectiveOperationException {
        LoopListener listener = told::add;
        plane.bindListener(listener);
        plane.bindPorts(traffic.ports, Map.of());
        plane.configure("pid", Map.of("service.pid", "pid~fast", "queues", "feed"));
        WeakReference<ClassLoader> loader = serveOnce();
        await("its loader is free", () -> collected(loader));
        SlotStatus slot = plane.loops().get(0).slots().get(0);
        assertEquals("", slot.handler());
        assertTrue(slot.lastError().contains("Foreign$Mood: of Foreign"), slot.lastError());
        assertTrue(told.size() > 2);
        plane.stop();
        assertNull(loader.get());
    }

    private WeakReference<ClassLoader> serveOnce() throws ReflectiveOperationException {
        ClassLoader loader = new OtherBundle();
        CompletionHandler handler =
                (CompletionHandler)
                        loader.loadClass(Foreign.class.getName())
                                .getDeclaredConstructor()
                                .newInstance();
        assertEquals(loader, handler.getClass().getClassLoader());
        plane.bindHandler(handler, PROPERTIES);
        for (int i = 0; i < 20; i++) {
            int expected = i + 1;
            traffic.send(1);
            await("it is served", () -> completions() >= expected);
        }
        plane.unbindHandler(handler, PROPERTIES);
        return new WeakReference<>(loader);
    }

    private long completions() {
        return plane.loops().get(0).slots().get(0).completions();
    }

    private static boolean collected(WeakReference<ClassLoader> loader) {
        System.gc();
        return loader.get() == null;
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, what);
            LockSupport.parkNanos(1_000_000);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container.handler;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.rdmaagent.mlx4.BufferAllocator;

/**
 * An allocator {@code pool} of real memory. It tells the test how many bytes it has given; those
 * that came back count as negative. All it needs is loaded with it: it is used when its bundle has
 * gone.
 */
public final class PagePool implements BundleActivator, BufferAllocator {
    private static final long PAGE = 4096;

    private final Map<Long, Long> begins = new ConcurrentHashMap<>();

    @SuppressWarnings("NullAway.Init") // set by start
    private LongConsumer told;

    @SuppressWarnings("NullAway.Init") // set by start
    private Object memory;

    @SuppressWarnings("NullAway.Init") // set by start
    private Method allocate;

    @SuppressWarnings("NullAway.Init") // set by start
    private Method free;

    @Override
    public void start(BundleContext context) throws Exception {
        told =
                context.getService(
                        context.getServiceReferences(LongConsumer.class, "(rdma.test=pool)")
                                .iterator()
                                .next());
        // Of all of the JDK only this gives addresses, up to Java 21.
        Class<?> type = ClassLoader.getSystemClassLoader().loadClass("sun.misc.Unsafe");
        Field one = type.getDeclaredField("theUnsafe");
        one.setAccessible(true);
        memory = one.get(null);
        allocate = type.getMethod("allocateMemory", long.class);
        free = type.getMethod("freeMemory", long.class);
        context.registerService(
                BufferAllocator.class, this, FrameworkUtil.asDictionary(Map.of(NAME, "pool")));
    }

    @Override
    public void stop(BundleContext context) {
        // the framework unregisters
    }

    @Override
    public long allocate(long bytes) {
        long begin = (Long) call(allocate, bytes + PAGE);
        long address = (begin + PAGE - 1) / PAGE * PAGE;
        begins.put(address, begin);
        told.accept(bytes);
        return address;
    }

    @Override
    public void free(long address, long bytes) {
        Long begin = begins.remove(address);
        if (begin == null) {
            throw new IllegalArgumentException(address + " was not given here");
        }
        Object unused = call(free, begin);
        told.accept(-bytes);
    }

    @SuppressWarnings("NullAway") // freeMemory returns nothing
    private Object call(Method method, long argument) {
        try {
            return method.invoke(memory, argument);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}

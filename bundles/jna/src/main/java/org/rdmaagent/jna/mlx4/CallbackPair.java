// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4;

import com.sun.jna.Pointer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.mlx4.buffers.BufferRouter;

/**
 * The two C functions that every context gets, and the way from their {@code data} to the context's
 * router. The callbacks are there as long as this class is.
 */
final class CallbackPair {
    private static final Map<Long, BufferRouter> ROUTERS = new ConcurrentHashMap<>();
    private static final AtomicLong IDS = new AtomicLong();
    private static final DetachedCallback ALLOC =
            new DetachedCallback(long.class, CallbackPair::allocate);
    private static final DetachedCallback FREE =
            new DetachedCallback(void.class, CallbackPair::free);

    private CallbackPair() {}

    /** {@code void *(*alloc)(size_t size, void *priv_data)} of mlx4dv.h. */
    static Pointer alloc() {
        return ALLOC.function();
    }

    /** {@code void (*free)(void *ptr, void *priv_data)} of mlx4dv.h. */
    static Pointer free() {
        return FREE.function();
    }

    /**
     * The router is reached from now on.
     *
     * @return the {@code data} that leads to it; never 0
     */
    static long add(BufferRouter router) {
        long id = IDS.incrementAndGet();
        ROUTERS.put(id, router);
        return id;
    }

    /** Nobody calls with it any more. */
    static void remove(long id) {
        ROUTERS.remove(id);
    }

    private static long allocate(long bytes, long data) {
        @Nullable BufferRouter router = ROUTERS.get(data);
        return router == null ? 0 : router.allocate(bytes);
    }

    private static long free(long address, long data) {
        @Nullable BufferRouter router = ROUTERS.get(data);
        if (router != null) {
            router.free(address);
        }
        return 0;
    }
}

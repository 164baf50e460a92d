// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4;

import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.mlx4.buffers.BufferRouter;
import org.rdmaagent.jna.mlx4.buffers.BufferSource;
import org.rdmaagent.mlx4.AllocatorStatus;
import org.rdmaagent.mlx4.Mlx4Allocators;
import org.rdmaagent.spi.mlx4.ContextPlan;

/**
 * BUF_ALLOCATORS of a context. The library frees by what is set at that time, whoever allocated: so
 * the pair is put in or taken out only while nothing was ever made, and who is making something
 * keeps that from happening. For any thread.
 */
final class AllocatorAttribute {
    private final GuardedContext context;
    private final Function<ContextPlan, BufferSource> sources;
    private final BufferRouter router;
    private final ReentrantReadWriteLock making = new ReentrantReadWriteLock();
    private volatile boolean used;
    private boolean installed;
    private long id;
    private ContextPlan plan;
    private String refusal = "";

    /**
     * The library's own memory.
     *
     * @param plan that asks for nothing else
     * @param sources makes the allocator that a plan names, if that is not {@code system}
     */
    AllocatorAttribute(
            GuardedContext context,
            ContextPlan plan,
            String subject,
            Function<ContextPlan, BufferSource> sources) {
        this.context = context;
        this.plan = plan;
        this.sources = sources;
        this.router = new BufferRouter(subject);
    }

    /** Makes an object, in this thread. */
    <T> T making(String purpose, Supplier<T> call) {
        making.readLock().lock();
        try {
            used = true;
            return router.making(purpose, call);
        } finally {
            making.readLock().unlock();
        }
    }

    /**
     * Brings a plan into force as far as that can be done now; the context is held.
     *
     * @return why it could not be done at all; empty if it was, or needs the context to be opened
     *     again
     */
    synchronized String plan(ContextPlan next) {
        boolean same = Plans.sameAllocator(next, plan) && router.chosen().usable();
        plan = next;
        boolean wanted = !Plans.isSystem(next);
        if (installed && wanted) {
            if (!same) {
                router.choose(sources.apply(next), next.allocator().fallback());
            }
        } else if (installed != wanted && making.writeLock().tryLock()) {
            // Who is making something just now makes this wait for no one: it counts as used.
            try {
                refusal = used ? "" : exchange(wanted);
            } finally {
                making.writeLock().unlock();
            }
        }
        return refusal;
    }

    private String exchange(boolean wanted) {
        try {
            if (wanted) {
                install();
            } else {
                context.setAllocators(null, null, 0);
                CallbackPair.remove(id);
                router.rest();
            }
            installed = wanted;
            return "";
        } catch (RdmaException e) {
            return e.remedy();
        }
    }

    private void install() {
        id = CallbackPair.add(router);
        try {
            context.setAllocators(CallbackPair.alloc(), CallbackPair.free(), id);
        } catch (RdmaException e) {
            CallbackPair.remove(id);
            throw e;
        }
        router.choose(sources.apply(plan), plan.allocator().fallback());
    }

    /** Whether the plan comes into force only when the context is opened again. */
    synchronized boolean needsReopen() {
        return refusal.isEmpty() && installed == Plans.isSystem(plan);
    }

    /** What is not as planned; empty if all is. */
    synchronized String trouble() {
        return installed ? router.chosen().trouble() : refusal;
    }

    synchronized AllocatorStatus status() {
        BufferSource chosen = router.chosen();
        return new AllocatorStatus(
                installed ? chosen.name() : Mlx4Allocators.SYSTEM,
                plan.allocator().name(),
                installed ? chosen.detail() : "the library's own pages, whose use is not seen",
                router.statistics());
    }

    /** The context is closed: no callback comes any more. */
    synchronized void closed() {
        if (installed) {
            CallbackPair.remove(id);
            router.close();
        }
    }
}

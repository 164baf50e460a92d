// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.event;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.rdmaagent.spi.verbs.ContextHandle;

/** One thread for each open context. Used by one thread at a time. */
public final class EventThreads implements AutoCloseable {
    private final EventDesk desk;
    private final Map<ContextHandle, RoleThread> threads = new HashMap<>();

    /** All of them tell this one. */
    public EventThreads(EventDesk desk) {
        this.desk = desk;
    }

    /** Starts and ends threads, so that exactly these contexts have one. */
    public void serve(List<ContextHandle> contexts) {
        Set<ContextHandle> gone = new HashSet<>(threads.keySet());
        contexts.forEach(gone::remove);
        stop(gone);
        contexts.forEach(context -> threads.computeIfAbsent(context, this::start));
    }

    /** Whether a context has a thread whose device is gone. */
    public boolean isOver(ContextHandle context) {
        RoleThread thread = threads.get(context);
        return thread != null && !thread.isRunning();
    }

    private RoleThread start(ContextHandle context) {
        EventPump pump = new EventPump(context, desk);
        return RoleThread.start(
                "rdma-events-" + context.name(),
                () -> pump.doWork(RoleThread.SLICE_NANOS) ? 0 : RoleThread.OVER);
    }

    private void stop(Set<ContextHandle> gone) {
        List<RoleThread> ending =
                gone.stream().map(threads::remove).filter(Objects::nonNull).toList();
        RoleThread.closeAll(ending);
    }

    /** Ends them all, which takes as long as the slowest. */
    @Override
    public void close() {
        RoleThread.closeAll(threads.values());
        threads.clear();
    }
}

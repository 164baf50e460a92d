// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.event;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.spi.verbs.AsyncNotice;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.verbs.AsyncEvent;
import org.rdmaagent.verbs.AsyncEventListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Numbers the events of all devices and hands them to the listeners. Any thread may tell; one
 * thread delivers, by {@link #doWork}. Between them is room for {@value #ROOM} events: what comes
 * while a listener holds up so many is lost, and the gap in the numbers shows it.
 */
public final class EventDesk {
    static final int ROOM = 1024;
    private static final Logger LOG = LoggerFactory.getLogger(EventDesk.class);

    private final InstantSource clock;
    private final BlockingQueue<AsyncEvent> waiting = new ArrayBlockingQueue<>(ROOM);
    private final List<AsyncEventListener> listeners = new CopyOnWriteArrayList<>();
    private long sequence;
    private long lost;

    /** Numbers from 1. */
    public EventDesk(InstantSource clock) {
        this.clock = clock;
    }

    /** From now on this one hears of them. */
    public void add(AsyncEventListener listener) {
        listeners.add(listener);
    }

    /** No longer. */
    public void remove(AsyncEventListener listener) {
        listeners.remove(listener);
    }

    /** Something happened on a device. Never waits. */
    public synchronized void tell(String device, AsyncNotice notice) {
        sequence++;
        AsyncEvent event =
                new AsyncEvent(
                        notice.type(),
                        device,
                        notice.port(),
                        notice.handle()
                                .filter(QpHandle.class::isInstance)
                                .map(handle -> ((QpHandle) handle).number()),
                        notice.handle().map(VerbsHandle::name).orElse(""),
                        sequence,
                        clock.instant());
        if (!waiting.offer(event)) {
            lost++;
        }
    }

    /** How many were told. */
    public synchronized long told() {
        return sequence;
    }

    /** How many of them reached nobody. */
    public synchronized long lost() {
        return lost;
    }

    /**
     * Delivers the next event.
     *
     * @param timeoutNanos how long to wait for one at the most; 0 only looks
     * @return whether there was one
     */
    public boolean doWork(long timeoutNanos) {
        Optional<AsyncEvent> next = next(timeoutNanos);
        next.ifPresent(event -> listeners.forEach(listener -> deliver(listener, event)));
        return next.isPresent();
    }

    private Optional<AsyncEvent> next(long timeoutNanos) {
        try {
            @Nullable AsyncEvent event = waiting.poll(timeoutNanos, TimeUnit.NANOSECONDS);
            return Optional.ofNullable(event);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static void deliver(AsyncEventListener listener, AsyncEvent event) {
        try {
            listener.event(event);
        } catch (RuntimeException | LinkageError e) {
            // It is somebody else's code, and the others want to hear of it, too.
            LOG.warn("{} failed on {} of {}", listener, event.type(), event.device(), e);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.dataplane.LoopEvent;
import org.rdmaagent.dataplane.LoopEventKind;
import org.rdmaagent.dataplane.LoopListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Numbers what happens to the loops and hands it to the listeners. Any thread tells; one delivers.
 * What comes while {@value #ROOM} events wait is lost, and the gap in the numbers shows it.
 */
final class LoopEvents {
    static final int ROOM = 1024;
    private static final Logger LOG = LoggerFactory.getLogger(LoopEvents.class);

    private final InstantSource clock;
    private final Runnable some;
    private final BlockingQueue<LoopEvent> waiting = new ArrayBlockingQueue<>(ROOM);
    private final List<LoopListener> listeners = new CopyOnWriteArrayList<>();
    private long sequence;
    private long lost;

    /**
     * Numbers from 1.
     *
     * @param some called after each event, by the thread that tells: somebody should deliver
     */
    LoopEvents(InstantSource clock, Runnable some) {
        this.clock = clock;
        this.some = some;
    }

    void add(LoopListener listener) {
        listeners.add(listener);
    }

    void remove(LoopListener listener) {
        listeners.remove(listener);
    }

    /** Something happened. Never waits. */
    void tell(LoopEventKind kind, String loop, String cq, String handler, String text) {
        synchronized (this) {
            sequence++;
            LoopEvent event =
                    new LoopEvent(kind, loop, cq, handler, text, sequence, clock.instant());
            if (!waiting.offer(event)) {
                lost++;
            }
        }
        some.run();
    }

    /** How many were delivered to nobody, since a listener held the others up. */
    synchronized long lost() {
        return lost;
    }

    /** Delivers what waits. */
    void doWork() {
        @Nullable LoopEvent event = waiting.poll();
        while (event != null) {
            LoopEvent present = event;
            LOG.info(
                    "Poll loop {}: {} {} {}: {}",
                    present.loop(),
                    present.kind(),
                    present.cq(),
                    present.handler(),
                    present.text());
            listeners.forEach(listener -> deliver(listener, present));
            event = waiting.poll();
        }
    }

    private static void deliver(LoopListener listener, LoopEvent event) {
        try {
            listener.onLoopEvent(event);
        } catch (RuntimeException | LinkageError e) {
            // It is somebody else's code: the others want to hear of it, and only text is kept.
            LOG.warn(
                    "{} failed on {} of {}: {}",
                    listener.getClass().getName(),
                    event.kind(),
                    event.loop(),
                    e.toString());
        }
    }
}

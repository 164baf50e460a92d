// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.service;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.MembershipEvent;
import org.rdmaagent.multicast.MembershipListener;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MembershipStatus;
import org.rdmaagent.multicast.membership.MembershipNews;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Numbers how memberships change and hands that to the listeners. The conductor tells; one other
 * thread delivers. What comes while {@value #ROOM} events wait is lost, and the gap in the numbers
 * shows it.
 */
final class MembershipEvents implements MembershipNews {
    static final int ROOM = 1024;
    private static final Logger LOG = LoggerFactory.getLogger(MembershipEvents.class);

    private final InstantSource clock;
    private final Runnable some;
    private final BlockingQueue<MembershipEvent> waiting = new ArrayBlockingQueue<>(ROOM);
    private final List<MembershipListener> listeners = new CopyOnWriteArrayList<>();
    private long sequence;
    private long lost;

    /**
     * Numbers from 1.
     *
     * @param some called after each event, by the thread that tells: somebody should deliver
     */
    MembershipEvents(InstantSource clock, Runnable some) {
        this.clock = clock;
        this.some = some;
    }

    void add(MembershipListener listener) {
        listeners.add(listener);
    }

    void remove(MembershipListener listener) {
        listeners.remove(listener);
    }

    @Override
    public void tell(
            String name,
            GroupAddress group,
            MembershipState before,
            MembershipStatus status,
            String text) {
        synchronized (this) {
            sequence++;
            MembershipEvent event =
                    new MembershipEvent(
                            name, group, before, status, text, sequence, clock.instant());
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
        for (MembershipEvent event = next(); event != null; event = next()) {
            LOG.info("Membership {}: {}", event.status().state(), event.text());
            for (MembershipListener listener : listeners) {
                deliver(listener, event);
            }
        }
    }

    private @Nullable MembershipEvent next() {
        return waiting.poll();
    }

    private static void deliver(MembershipListener listener, MembershipEvent event) {
        try {
            listener.onMembershipEvent(event);
        } catch (RuntimeException | LinkageError e) {
            // It is somebody else's code: the others want to hear of it, and only text is kept.
            LOG.warn(
                    "{} failed on {} of {}: {}",
                    listener.getClass().getName(),
                    event.status().state(),
                    event.name(),
                    e.toString());
        }
    }
}

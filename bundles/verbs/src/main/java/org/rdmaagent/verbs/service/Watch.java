// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.event.EventPump;
import org.rdmaagent.verbs.event.EventThreads;
import org.rdmaagent.verbs.object.ClosingAll;
import org.rdmaagent.verbs.object.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one context open on each device for its events, and one thread on each context. {@link
 * #doWork} is called by one thread; {@link #refusals} by any.
 */
final class Watch implements AutoCloseable {
    /** After a refusal; nobody tells when permissions change. */
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final Logger LOG = LoggerFactory.getLogger(Watch.class);

    private final Session session;
    private final EventThreads threads;
    private final LongSupplier nanoTime;
    private final Map<String, Refused> refused = new TreeMap<>();
    private final Set<String> missed = new HashSet<>();
    private final Map<String, Long> diedAtNanos = new HashMap<>();

    private record Refused(String why, long atNanos) {}

    Watch(Session session, EventThreads threads, LongSupplier nanoTime) {
        this.session = session;
        this.threads = threads;
        this.nanoTime = nanoTime;
    }

    /** Opens what is there, closes what is gone. */
    void doWork(Collection<String> devices) {
        closeDead(devices);
        devices.forEach(this::open);
        forget(devices);
        threads.serve(session.handles());
    }

    /** No events are wanted. */
    void rest() {
        threads.serve(List.of());
        closeDead(List.of());
        closeDead(List.of());
        forget(List.of());
    }

    /**
     * A context whose device is gone, or was gone meanwhile, tells nothing any more. A device that
     * is missed for the first time may have an event left that says why: its thread reads it until
     * the next look.
     */
    private void closeDead(Collection<String> devices) {
        Set<String> missing = new HashSet<>();
        Set<String> dead = new HashSet<>();
        for (ContextHandle context : session.handles()) {
            if (EventPump.isWatch(context.name())) {
                if (!devices.contains(context.device())) {
                    missing.add(context.name());
                }
                if (threads.isOver(context) || missed.contains(context.name())) {
                    dead.add(context.name());
                }
            }
        }
        missed.clear();
        missed.addAll(missing);
        for (DeviceContext context : session.contexts()) {
            if (dead.contains(context.name())) {
                noteDeath(context.device());
                List<String> failures = ClosingAll.of(context);
                if (!failures.isEmpty()) {
                    LOG.warn("{} could not be closed: {}", context.name(), failures);
                }
            }
        }
    }

    /** It is opened again at once, but not again and again. */
    private void noteDeath(String device) {
        LOG.info("{} tells no more events; its context is closed", device);
        long now = nanoTime.getAsLong();
        Long before = diedAtNanos.put(device, now);
        if (before != null && now - before < RETRY_NANOS) {
            refuse(device, "its context fails again and again: look at the kernel's log");
        }
    }

    private void open(String device) {
        if (isOpen(device) || isTooSoon(device)) {
            return;
        }
        try {
            DeviceContext unused = session.open(device, EventPump.watchName(device));
            if (forget(device)) {
                LOG.info("{} is open for its events now", device);
            }
        } catch (RdmaException e) {
            refuse(device, String.valueOf(e.getMessage()));
        }
    }

    /** An adopted one counts only when it is opened again. */
    private boolean isOpen(String device) {
        String name = EventPump.watchName(device);
        boolean unclaimed =
                session.unclaimed().stream().anyMatch(context -> context.name().equals(name));
        return !unclaimed
                && session.handles().stream().anyMatch(context -> context.name().equals(name));
    }

    private synchronized boolean isTooSoon(String device) {
        Refused last = refused.get(device);
        return last != null && nanoTime.getAsLong() - last.atNanos() < RETRY_NANOS;
    }

    private synchronized void refuse(String device, String why) {
        Refused last = refused.put(device, new Refused(why, nanoTime.getAsLong()));
        if (last == null || !last.why().equals(why)) {
            LOG.warn("{} tells no events: {}", device, why);
        }
    }

    private synchronized boolean forget(String device) {
        return refused.remove(device) != null;
    }

    private synchronized void forget(Collection<String> devices) {
        refused.keySet().retainAll(devices);
    }

    /** Which devices cannot be opened for their events, and why. */
    synchronized List<String> refusals() {
        List<String> all = new ArrayList<>();
        refused.forEach((device, last) -> all.add("no events of " + device + ": " + last.why()));
        return all;
    }

    /** The same of one device. */
    synchronized List<String> refusals(String device) {
        Refused last = refused.get(device);
        return last == null ? List.of() : List.of(last.why());
    }

    @Override
    public void close() {
        threads.close();
    }
}

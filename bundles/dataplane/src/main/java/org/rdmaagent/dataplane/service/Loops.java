// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.dataplane.loop.Command;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PolledQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loops, each with the configuration that asks for it. Any thread; nothing waits for a loop
 * inside: what a loop has to do is posted, and the commands are handed to who wants to wait.
 */
final class Loops {
    private static final String NO_PORTS =
            "no provider offers completion queues: see NativeLibraries of rdma:type=Agent for what"
                    + " is missing, or start with --provider sim";
    private static final Logger LOG = LoggerFactory.getLogger(Loops.class);

    private final ManagedLoop.Shared shared;
    private final Handlers handlers;
    private final PortSources sources;
    private final Map<String, LoopEntry> entries = new TreeMap<>();

    Loops(ManagedLoop.Shared shared, Handlers handlers, PortSources sources) {
        this.shared = shared;
        this.handlers = handlers;
        this.sources = sources;
    }

    /** A configuration says this now; what stops because of it, if anything. */
    synchronized Optional<ManagedLoop> configure(String pid, Map<String, ?> keys) {
        String name = LoopPlan.name(keys);
        LoopEntry entry = entries.get(pid);
        Optional<ManagedLoop> stopped = Optional.empty();
        if (entry == null || !entry.name().equals(name)) {
            stopped = remove(pid);
            entry = new LoopEntry(name, LoopPlan.file(keys));
            entries.put(pid, entry);
        }
        entry.remark(LoopPlan.unknown(keys));
        try {
            LoopPlan plan = LoopPlan.of(keys);
            LoopEntry other = runsAs(name, entry);
            if (other == null) {
                entry.apply(plan, shared);
            } else {
                entry.await(plan, other);
            }
        } catch (IllegalArgumentException e) {
            entry.refuse(String.valueOf(e.getMessage()));
        }
        List<Order> unused = assign();
        return stopped;
    }

    /** Another configuration that has a loop of this name. */
    private @Nullable LoopEntry runsAs(String name, LoopEntry but) {
        return entries.values().stream()
                .filter(entry -> entry != but && entry.name().equals(name))
                .filter(entry -> entry.loop().isPresent())
                .findFirst()
                .orElse(null);
    }

    /** Starts the loops whose name was taken and is not any more. */
    synchronized void startWaiting() {
        for (LoopEntry entry : entries.values()) {
            LoopPlan plan = entry.waiting();
            if (plan != null && runsAs(entry.name(), entry) == null) {
                entry.apply(plan, shared);
                LOG.info("{}: its name is free now, and its loop starts", entry.file());
            }
        }
        List<Order> unused = assign();
    }

    /** A configuration is gone; its loop is to be stopped by the caller. */
    synchronized Optional<ManagedLoop> remove(String pid) {
        LoopEntry entry = entries.remove(pid);
        return entry == null ? Optional.empty() : entry.loop();
    }

    /** All configurations are. */
    synchronized List<ManagedLoop> clear() {
        List<ManagedLoop> all = loops();
        entries.clear();
        return all;
    }

    /** One configuration for each name, by name: the one that has the loop, if one has. */
    synchronized List<LoopEntry> shown() {
        Map<String, LoopEntry> all = new TreeMap<>();
        for (LoopEntry entry : entries.values()) {
            all.merge(entry.name(), entry, (a, b) -> b.loop().isPresent() ? b : a);
        }
        return List.copyOf(all.values());
    }

    /** The names of all queues that are polled or waited for. */
    synchronized Set<String> queueNames() {
        Set<String> all = new TreeSet<>();
        slots().forEach(slot -> all.addAll(slot.names()));
        return all;
    }

    /** All configurations, by the names of their loops. */
    synchronized List<LoopEntry> entries() {
        List<LoopEntry> all = new ArrayList<>(entries.values());
        all.sort((a, b) -> a.name().compareTo(b.name()));
        return all;
    }

    /** One of them. */
    synchronized Optional<ManagedLoop> loop(String name) {
        return loops().stream().filter(loop -> loop.name().equals(name)).findFirst();
    }

    private List<ManagedLoop> loops() {
        return entries.values().stream().flatMap(entry -> entry.loop().stream()).toList();
    }

    /** Looks after threads and stalls; when to look again, nanoseconds. */
    synchronized long watch(long mostNanos) {
        long next = mostNanos;
        for (ManagedLoop loop : loops()) {
            loop.watch();
            next = Math.min(next, loop.watchNanos());
        }
        return next;
    }

    /** Looks for the queues that are missing, and for their handlers. */
    synchronized void match() {
        PortOffers offers = sources.offers();
        List<PolledQueue> open = offers.queues();
        Map<Long, String> taken = new HashMap<>();
        slots().forEach(slot -> slot.review(offers, open));
        // First those: the queue of one that is given up meanwhile is still its own.
        List<QueueSlot> seeking = seeking();
        slots().forEach(slot -> slot.claim(taken));
        for (QueueSlot slot : seeking) {
            QueueMatch match =
                    offers.sources().isEmpty()
                            ? QueueMatch.none(NO_PORTS)
                            : QueueMatch.of(slot.slot().cq(), open, taken);
            take(slot, match, offers);
            slot.claim(taken);
        }
        List<Order> unused = assign();
        slots().forEach(QueueSlot::look);
    }

    /** The queues to be looked for; nobody takes one that is given up for a moment. */
    private List<QueueSlot> seeking() {
        return slots().stream()
                .filter(QueueSlot::seeks)
                .sorted(Comparator.comparing(slot -> !slot.returns()))
                .toList();
    }

    private void take(QueueSlot slot, QueueMatch match, PortOffers offers) {
        PolledQueue queue = match.queue();
        if (queue == null) {
            slot.miss(match.reason());
        } else {
            slot.find(queue);
            // Before it is polled: a handler of another queue of that name gets nothing of this.
            Command unused = slot.assign(handlers);
            slot.open(queue, offers);
        }
    }

    /** Gives each queue to the best handler; the loops that have to know, and how. */
    synchronized List<Order> assign() {
        List<Order> orders = new ArrayList<>();
        for (ManagedLoop loop : loops()) {
            for (QueueSlot slot : loop.slots()) {
                Command command = slot.assign(handlers);
                if (command != null) {
                    orders.add(new Order(loop, command));
                }
            }
        }
        return orders;
    }

    /** Gives up all queues of a provider. */
    synchronized List<Order> leave(CompletionPorts ports) {
        List<Order> orders = new ArrayList<>();
        for (ManagedLoop loop : loops()) {
            for (QueueSlot slot : loop.slots()) {
                Command command = slot.leave(ports);
                if (command != null) {
                    orders.add(new Order(loop, command));
                }
            }
        }
        return orders;
    }

    /** Asks for the placement of all threads again. */
    synchronized void replace() {
        loops().forEach(loop -> loop.thread().replace());
    }

    private List<QueueSlot> slots() {
        return loops().stream().flatMap(loop -> loop.slots().stream()).toList();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.verbs.ObjectKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The objects that are open on a context: by name, by address, in order. For any thread. */
final class ContextRegistry {
    /** First queue pairs, last protection domains; of a kind the youngest first. */
    static final Comparator<NativeObject> CLOSING_ORDER =
            Comparator.<NativeObject, ObjectKind>comparing(NativeObject::kind)
                    .thenComparing(object -> -object.origin().sequence());

    private record Key(ObjectKind kind, String name) {}

    private static final Logger LOG = LoggerFactory.getLogger(ContextRegistry.class);

    private final String device;
    private final Set<Key> reserved = new HashSet<>();
    private final Map<Key, NativeObject> open = new HashMap<>();
    private final Map<Long, NativeObject> byAddress = new ConcurrentHashMap<>();
    private final Object admission = new Object();
    private long sequence;
    private boolean ending;
    private volatile boolean deviceGone;
    private volatile ContextCompanion companion = ContextCompanion.NONE;

    ContextRegistry(String device) {
        this.device = device;
    }

    String device() {
        return device;
    }

    /** Who goes along with the context. */
    ContextCompanion companion() {
        return companion;
    }

    /** Set before anything is made on the context. */
    void companion(ContextCompanion next) {
        companion = next;
    }

    /**
     * Makes an object while what it needs is held.
     *
     * @param call the C function
     * @param maker calls it and owns what it answers
     * @throws IllegalArgumentException if the name is taken
     */
    <T extends NativeObject> T make(
            String call,
            ObjectKind kind,
            String name,
            List<NativeObject> needs,
            Function<Origin, T> maker) {
        Key key = new Key(kind, name);
        long number = reserve(call, key);
        try {
            Origin origin = new Origin(this, kind, name, List.copyOf(needs), number);
            return NativeObject.withAll(
                    call,
                    needs,
                    () -> {
                        T made = companion.making(kind, () -> maker.apply(origin));
                        needs.forEach(needed -> needed.usedBy(made));
                        put(key, made);
                        return made;
                    });
        } finally {
            release(key);
        }
    }

    private synchronized long reserve(String call, Key key) {
        if (ending) {
            String subject = device + " " + key.kind().shortName() + " " + key.name();
            throw VerbsFailure.of(call, VerbsFailure.EBADF, subject, "its context is being closed");
        }
        if (open.containsKey(key) || !reserved.add(key)) {
            throw new IllegalArgumentException(
                    "there is a "
                            + key.kind().shortName()
                            + " '"
                            + key.name()
                            + "' on this context of "
                            + device
                            + "; choose another name, or close that one");
        }
        return ++sequence;
    }

    private synchronized void release(Key key) {
        reserved.remove(key);
        notifyAll();
    }

    /** Waits until nothing is being made any more, so long at the most. */
    synchronized void awaitMakings(long nanos) {
        long start = System.nanoTime();
        long left = nanos;
        try {
            while (!reserved.isEmpty() && left > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
                left = nanos - (System.nanoTime() - start);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // what is not there yet stays
        }
    }

    private synchronized void put(Key key, NativeObject object) {
        open.put(key, object);
        show(object);
    }

    /** Events that name its address are about it from now on. */
    void show(NativeObject object) {
        byAddress.put(Pointer.nativeValue(object.pointer()), object);
    }

    /** Events that name its address are not about it any more. */
    void hide(NativeObject object) {
        byAddress.remove(Pointer.nativeValue(object.pointer()), object);
    }

    synchronized void remove(NativeObject object) {
        open.remove(new Key(object.kind(), object.name()), object);
    }

    /** The object at an address, if it is open. */
    Optional<NativeObject> at(long address) {
        return Optional.ofNullable(byAddress.get(address));
    }

    /** The open object of a kind and name. */
    synchronized Optional<NativeObject> find(ObjectKind kind, String name) {
        return Optional.ofNullable(open.get(new Key(kind, name)));
    }

    /** All, in an order in which they can be closed. */
    synchronized List<NativeObject> all() {
        return open.values().stream().sorted(CLOSING_ORDER).toList();
    }

    /** The open memory region that holds all of these bytes. */
    synchronized Optional<NativeMr> covering(long address, long length) {
        return memory().filter(region -> region.covers(address, length)).findFirst();
    }

    private Stream<NativeMr> memory() {
        return open.values().stream().filter(NativeMr.class::isInstance).map(NativeMr.class::cast);
    }

    /** How many of each kind, the context itself included; every kind is there. */
    synchronized Map<ObjectKind, Integer> counts() {
        Map<ObjectKind, Integer> counts = new EnumMap<>(ObjectKind.class);
        for (ObjectKind kind : ObjectKind.values()) {
            counts.put(kind, kind == ObjectKind.CONTEXT ? 1 : 0);
        }
        open.keySet().forEach(key -> counts.merge(key.kind(), 1, Integer::sum));
        return counts;
    }

    synchronized boolean isEnding() {
        return ending;
    }

    /**
     * What queue pairs and ports are made under, so that a queue that is polled never has less room
     * than its pairs may need. Taken before any object is held.
     */
    Object admission() {
        return admission;
    }

    /** From now on, or no more, nothing new can be made. */
    synchronized void ending(boolean value) {
        ending = value;
        if (value && !reserved.isEmpty()) {
            LOG.info(
                    "{}: the end of a context waits for what is still being made: {}",
                    device,
                    reserved.stream()
                            .map(key -> key.kind().shortName() + " " + key.name())
                            .sorted()
                            .collect(Collectors.joining(", ")));
        }
    }

    /** The kernel has taken everything away; nothing is left to be destroyed. */
    void deviceIsGone() {
        if (!deviceGone) {
            LOG.warn("{} is gone: what was made on it counts as closed", device);
        }
        deviceGone = true;
    }

    boolean isDeviceGone() {
        return deviceGone;
    }
}

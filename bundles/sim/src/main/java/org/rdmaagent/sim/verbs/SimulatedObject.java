// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.verbs.ObjectKind;

/** What all handles have in common: a name, who needs it, and an end. */
abstract class SimulatedObject implements VerbsHandle {
    private final String name;
    private final ObjectKind kind;
    private final Set<SimulatedObject> users = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean open = true;

    SimulatedObject(String name, ObjectKind kind) {
        this.name = name;
        this.kind = kind;
    }

    /** The context that it is of; a context is its own. */
    abstract SimulatedContext home();

    /** The C function that ends it. */
    abstract String destroyer();

    /** Gives back what it holds; the lock is held, and nobody needs it. */
    abstract void release();

    /** Why it cannot be closed yet, beyond its users; empty if it can. */
    String holdUp() {
        return "";
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final ObjectKind kind() {
        return kind;
    }

    @Override
    public final boolean isOpen() {
        return home().world().locked(() -> open);
    }

    /** The lock is held. */
    final boolean stillOpen() {
        return open;
    }

    /** Makes a call on it. */
    final <T> T call(String function, Supplier<T> work) {
        return home().world()
                .locked(
                        () -> {
                            requireUsable(function);
                            return work.get();
                        });
    }

    /** Makes a call on it. */
    final void run(String function, Runnable work) {
        Boolean unused =
                call(
                        function,
                        () -> {
                            work.run();
                            return true;
                        });
    }

    /** EBADF, ENODEV, EIO, or what a test asked for; the lock is held. */
    final void requireUsable(String function) {
        if (!open) {
            throw Refusal.closed(function, name);
        }
        home().requireAlive(function, name);
        home().hca().faults().strike(function, name);
    }

    final void usedBy(SimulatedObject user) {
        users.add(user);
    }

    final void freedBy(SimulatedObject user) {
        users.remove(user);
    }

    /** Those that need it. */
    final Set<SimulatedObject> users() {
        return users;
    }

    /** Those that need it, by kind and name. */
    private String userNames() {
        return users.stream()
                .map(user -> user.kind().shortName() + " " + user.name())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    @Override
    public final void close() {
        home().world().locked(this::end);
    }

    private Boolean end() {
        if (!open) {
            return false;
        }
        if (home().alive()) {
            home().hca().faults().strike(destroyer(), name);
        }
        requireUnused();
        List<SimulatedPort> pollers =
                home().completionQueues().stream()
                        .map(SimulatedCq::port)
                        .flatMap(port -> Stream.ofNullable(port))
                        .filter(port -> port.holds(this))
                        .toList();
        if (!pollers.isEmpty()) {
            try (Release asked = new Release(this, pollers)) {
                asked.await();
                return finish();
            }
        }
        return finish();
    }

    /** A device that is gone has taken everything with it: then any order will do. */
    private void requireUnused() {
        if (!home().alive()) {
            return;
        }
        if (!users.isEmpty()) {
            throw busy("close first what uses it: " + userNames());
        }
        if (!holdUp().isEmpty()) {
            throw busy(holdUp());
        }
    }

    /** The lock may have been given up since the last look. */
    private boolean finish() {
        if (!open) {
            return false;
        }
        requireUnused();
        release();
        open = false;
        home().forget(this);
        home().world().changed();
        return true;
    }

    private RuntimeException busy(String remedy) {
        return Refusal.of(destroyer(), Refusal.EBUSY, name, remedy);
    }

    @Override
    public final String toString() {
        return kind.shortName() + " " + name;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.lease.Failures;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.spi.verbs.ContextHandle;

/**
 * The contexts of one owner, and who uses them now. For any thread; nothing that the library does
 * is done under its lock.
 */
final class Holding {
    private static final String OPEN = "ibv_open_device";

    private final String owner;
    private final ContextCompanions companions;
    private final LongSupplier nextDue;
    private final Runnable whenHandedBack;
    private final Map<String, NativeContext> contexts = new LinkedHashMap<>();
    private final Set<String> opening = new HashSet<>();
    private final ReentrantLock closing = new ReentrantLock();
    private @Nullable NativeLease user;
    private boolean ended;
    private long due;

    /**
     * @param companions of the contexts
     * @param nextDue when it is to be closed if nobody takes it up, nanoseconds
     * @param whenHandedBack told after each time that it was
     */
    Holding(
            String owner,
            ContextCompanions companions,
            LongSupplier nextDue,
            Runnable whenHandedBack) {
        this.owner = owner;
        this.companions = companions;
        this.nextDue = nextDue;
        this.whenHandedBack = whenHandedBack;
    }

    String owner() {
        return owner;
    }

    /** A new user; the earlier one is none any more. Waits while it is being closed. */
    NativeLease take() {
        NativeLease next = new NativeLease(this);
        closing.lock();
        try {
            synchronized (this) {
                user = next;
            }
        } finally {
            closing.unlock();
        }
        return next;
    }

    ContextHandle open(NativeLease by, String device, String name) {
        synchronized (this) {
            requireUser(by);
            if (contexts.containsKey(name) || !opening.add(name)) {
                throw new IllegalArgumentException(
                        "'"
                                + owner
                                + "' holds a context '"
                                + name
                                + "'; choose another name, or close that one");
            }
        }
        NativeContext opened = null;
        try {
            // The library may wait for udev: nobody else waits with it.
            opened = NativeContext.open(device, name, this::companion, this::forget);
        } finally {
            synchronized (this) {
                opening.remove(name);
                if (opened != null) {
                    contexts.put(name, opened);
                }
            }
        }
        if (hasEnded()) {
            opened.close();
            throw stopping(device);
        }
        return opened;
    }

    private ContextCompanion companion(NativeContext context) {
        return companions.of(new OpenContext(owner, context));
    }

    private synchronized boolean hasEnded() {
        return ended;
    }

    static RdmaException stopping(String subject) {
        return VerbsFailure.of(
                OPEN,
                VerbsFailure.ENODEV,
                subject,
                "the native provider is stopping; ask again when it is back");
    }

    private synchronized void forget(NativeContext closed) {
        contexts.remove(closed.name(), closed);
    }

    synchronized List<ContextHandle> contexts(NativeLease by) {
        requireUser(by);
        return List.copyOf(contexts.values());
    }

    /** All, whoever uses them. */
    synchronized List<NativeContext> all() {
        return List.copyOf(contexts.values());
    }

    void handBack(NativeLease by) {
        synchronized (this) {
            if (user != by) {
                return;
            }
            user = null;
            due = nextDue.getAsLong();
        }
        whenHandedBack.run();
    }

    /** Closes everything for its user, who is none any more. */
    void close(NativeLease by) {
        synchronized (this) {
            if (user != by) {
                return;
            }
        }
        try {
            closeAll();
        } finally {
            handBack(by);
        }
    }

    /** Closes everything, now and whatever is being opened. */
    void end() {
        synchronized (this) {
            ended = true;
        }
        closeAll();
    }

    /** Closes everything, the youngest context first. */
    private void closeAll() {
        Failures failures = new Failures();
        List<NativeContext> all;
        synchronized (this) {
            all = new ArrayList<>(contexts.values());
        }
        for (int i = all.size() - 1; i >= 0; i--) {
            failures.catching(all.get(i)::closeAll);
        }
        failures.throwFirst();
    }

    /**
     * Closes everything if it has no user and its time has come.
     *
     * @return the names of what was closed
     */
    List<String> closeIfDue(long now) {
        closing.lock();
        try {
            List<String> names = namesIfDue(now);
            if (!names.isEmpty()) {
                closeAll();
            }
            return names;
        } finally {
            closing.unlock();
        }
    }

    private synchronized List<String> namesIfDue(long now) {
        List<String> names = new ArrayList<>();
        if (user == null && now - due >= 0) {
            for (NativeContext context : contexts.values()) {
                context.handles().forEach(handle -> names.add(handle.toString()));
                names.add(context.toString());
            }
        }
        return names;
    }

    private void requireUser(NativeLease by) {
        if (ended) {
            throw stopping(owner);
        }
        if (user != by) {
            throw VerbsFailure.of(
                    OPEN,
                    VerbsFailure.EBADF,
                    owner,
                    "the lease was handed back or somebody else took it up: lease it again");
        }
    }
}

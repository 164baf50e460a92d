// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.verbs.ObjectKind;

/**
 * A C struct of libibverbs that this provider made.
 *
 * <p>Assumes any number of users and closers. Guarantees that the pointer is valid inside {@link
 * #with}, since who closes waits for all who are inside, and that what an object needs is open as
 * long as the object is. A closer holds no other object's lock while it waits, and who uses several
 * enters them in one order (a queue pair before what it posts), so that nobody waits in a circle.
 */
abstract class NativeObject implements VerbsHandle {
    private final Origin origin;
    private final Pointer pointer;
    private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();
    private final Set<NativeObject> users = ConcurrentHashMap.newKeySet();
    private final AtomicInteger closers = new AtomicInteger();
    private volatile boolean closed;

    /**
     * @param pointer this object destroys it
     */
    NativeObject(Origin origin, Pointer pointer) {
        this.origin = origin;
        this.pointer = pointer;
    }

    /** The name of the C function that {@link #destroy} calls. */
    abstract String destroyCall();

    /** Destroys it; answers as the C function does. */
    abstract int destroy(Pointer object);

    /**
     * It went with its device; the library keeps the struct, since it could not tell the kernel,
     * and refuses to destroy what that struct refers to.
     */
    void abandoned() {}

    /** It is closed for good now. */
    void released() {}

    /**
     * Waits until the polling threads that use it without a lock have let go of it; it counts as
     * closing. No lock is held.
     *
     * @throws RdmaException EBUSY if one does not
     */
    void awaitLetGo() {}

    /** It counts as closing no more: its destruction was refused. */
    void stays() {}

    /**
     * What keeps it from being closed, beyond the objects that need it.
     *
     * @return words for the message; empty if nothing
     */
    String hindrance() {
        return "";
    }

    /** Uses the pointer while nobody can close it; EBADF if somebody has. */
    final <T> T with(String call, Function<Pointer, T> action) {
        enter(call);
        try {
            return action.apply(pointer);
        } finally {
            leave();
        }
    }

    /** As {@link #with}, for who must not make garbage; not held if this throws EBADF. */
    final void enter(String call) {
        use.readLock().lock();
        if (closed) {
            use.readLock().unlock();
            requireOpen(call);
        }
    }

    /** After {@link #enter}. */
    final void leave() {
        use.readLock().unlock();
    }

    /**
     * Does something while nobody can close any of these; EBADF if somebody has. They are entered
     * in the order of their making: two threads that wait for each other's, each behind a closer,
     * would wait for ever.
     */
    static <T> T withAll(String call, Collection<? extends NativeObject> held, Supplier<T> action) {
        List<NativeObject> ordered = new ArrayList<>(held);
        ordered.sort(Comparator.comparingLong(each -> each.origin.sequence()));
        List<NativeObject> entered = new ArrayList<>(ordered.size());
        try {
            for (NativeObject each : ordered) {
                each.use.readLock().lock();
                entered.add(each);
                each.requireOpen(call);
            }
            return action.get();
        } finally {
            entered.forEach(each -> each.use.readLock().unlock());
        }
    }

    private void requireOpen(String call) {
        if (closed) {
            throw VerbsFailure.of(call, VerbsFailure.EBADF, subject());
        }
    }

    /** To be used only while somebody holds this object. */
    final Pointer pointer() {
        return pointer;
    }

    final Origin origin() {
        return origin;
    }

    final ContextRegistry registry() {
        return origin.registry();
    }

    final String subject() {
        return origin.subject();
    }

    final void usedBy(NativeObject user) {
        users.add(user);
    }

    final void usedNoMoreBy(NativeObject user) {
        users.remove(user);
    }

    final Set<NativeObject> users() {
        return users;
    }

    @Override
    public final String name() {
        return origin.name();
    }

    @Override
    public final ObjectKind kind() {
        return origin.kind();
    }

    @Override
    public final boolean isOpen() {
        return !closed;
    }

    /** Whether it is closed, or somebody is about to close it. */
    final boolean isClosing() {
        return closed || closers.get() > 0;
    }

    @Override
    public final void close() {
        if (closed) {
            return;
        }
        requireUnused(); // nobody need let go of what stays open anyway
        closers.incrementAndGet();
        try {
            awaitLetGo();
            closeUnderLock();
        } finally {
            closers.decrementAndGet();
            if (!closed) {
                stays();
            }
        }
    }

    private void closeUnderLock() {
        use.writeLock().lock();
        try {
            if (!closed) {
                requireUnused();
                destroyOrThrow();
                closed = true;
                origin.needs().forEach(needed -> needed.usedNoMoreBy(this));
                origin.registry().remove(this);
                released();
            }
        } finally {
            use.writeLock().unlock();
        }
    }

    /** The C functions would leak, or refuse without saying why. */
    private void requireUnused() {
        String hindrance = hindrance();
        if (hindrance.isEmpty() && !users.isEmpty()) {
            hindrance =
                    "close first what uses it: "
                            + users.stream()
                                    .sorted(ContextRegistry.CLOSING_ORDER)
                                    .map(user -> user.kind().shortName() + " " + user.name())
                                    .collect(Collectors.joining(", "));
        }
        if (!hindrance.isEmpty()) {
            throw VerbsFailure.of(destroyCall(), VerbsFailure.EBUSY, subject(), hindrance);
        }
    }

    private void destroyOrThrow() {
        // Its address may be another object's as soon as it is destroyed.
        origin.registry().hide(this);
        int errno = errno(destroy(pointer));
        if (errno == 0) {
            return;
        }
        if (VerbsFailure.deviceGone(errno)) {
            origin.registry().deviceIsGone();
        }
        if (!origin.registry().isDeviceGone()) {
            origin.registry().show(this);
            throw failed(destroyCall(), errno);
        }
        abandoned();
    }

    /** Calls a function that answers a number; throws unless it went well. */
    final void doing(String call, ToIntFunction<Pointer> function) {
        int errno = with(call, object -> errno(function.applyAsInt(object)));
        if (errno != 0) {
            throw failed(call, errno);
        }
    }

    /** The errno of the C function that was just called in this thread. */
    static int errno(int result) {
        return VerbsFailure.errno(result, result == -1 ? Native.getLastError() : 0);
    }

    final RdmaException failed(String call, int errno) {
        return VerbsFailure.of(call, errno, subject(), Remedy.of(errno));
    }

    final RdmaException failed(String call, int errno, String remedy) {
        return VerbsFailure.of(call, errno, subject(), remedy);
    }

    @Override
    public final String toString() {
        return subject();
    }
}

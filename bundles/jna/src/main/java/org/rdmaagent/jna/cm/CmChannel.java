// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.RdmaEventChannel;
import org.rdmaagent.jna.lease.Failures;
import org.rdmaagent.jna.os.WakeFile;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.objects.Waiting;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.spi.cm.CmNotice;

/**
 * {@code struct rdma_event_channel} and its ids.
 *
 * <p>Assumes any number of users and closers. Guarantees that the channel is there as long as
 * somebody makes an id or waits for an event: who closes it ends the wait and then waits for all
 * who are inside. Every id is destroyed before.
 */
final class CmChannel {
    private static final String CREATE = "rdma_create_id";
    private static final String AWAIT = "rdma_get_cm_event";

    private final CmFunctions functions;
    private final Pointer pointer;
    private final String owner;
    private final Predicate<PortId> infiniBand;
    private final WakeFile waker;
    private final CmEvents events;
    private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();
    private final Map<String, NativeCmId> ids = new LinkedHashMap<>();
    private final Set<String> making = new HashSet<>();
    private final Map<Long, NativeCmId> byAddress = new ConcurrentHashMap<>();
    private final AtomicLong lastJoin = new AtomicLong();
    private volatile boolean closing;
    private boolean destroyed; // under the write lock

    private CmChannel(
            CmFunctions functions,
            Pointer pointer,
            String owner,
            Predicate<PortId> infiniBand,
            WakeFile waker) {
        this.functions = functions;
        this.pointer = pointer;
        this.owner = owner;
        this.infiniBand = infiniBand;
        this.waker = waker;
        int fd = fd(pointer);
        this.events = new CmEvents(functions, pointer, fd, waker, byAddress::get);
    }

    private static int fd(Pointer channel) {
        return CStruct.at(channel).integer(RdmaEventChannel.FD);
    }

    /**
     * A new one.
     *
     * @throws RdmaException ENODEV, EACCES, EMFILE
     */
    static CmChannel open(CmFunctions functions, String owner, Predicate<PortId> infiniBand) {
        WakeFile waker = WakeFile.open(owner);
        try (CStruct address = CStruct.allocate(Native.POINTER_SIZE)) {
            int errno = functions.createChannel(address.pointer());
            if (errno != 0) {
                throw CmFailure.open(errno);
            }
            Pointer channel = address.pointer().getPointer(0);
            try {
                Waiting.unblock(fd(channel), owner);
            } catch (RdmaException e) {
                functions.destroyChannel(channel);
                throw e;
            }
            return new CmChannel(functions, channel, owner, infiniBand, waker);
        } catch (RdmaException e) {
            waker.close();
            throw e;
        }
    }

    CmFunctions functions() {
        return functions;
    }

    /** Never 0, and never the same. */
    long nextJoin() {
        return lastJoin.incrementAndGet();
    }

    private void enter(String call) {
        use.readLock().lock();
        if (closing) {
            use.readLock().unlock();
            throw CmFailure.of(call, VerbsFailure.EBADF, owner, "the channel was closed");
        }
    }

    NativeCmId createId(String name, PortSpace portSpace) {
        enter(CREATE);
        try {
            reserve(name);
            try {
                return make(name, portSpace);
            } finally {
                release(name);
            }
        } finally {
            use.readLock().unlock();
        }
    }

    private NativeCmId make(String name, PortSpace portSpace) {
        try (CStruct address = CStruct.allocate(Native.POINTER_SIZE)) {
            int errno = functions.createId(pointer, address.pointer(), portSpace.code());
            if (errno != 0) {
                throw CmFailure.of(CREATE, errno, "cm id " + name);
            }
            Pointer id = address.pointer().getPointer(0);
            NativeCmId made = new NativeCmId(this, id, name, portSpace, infiniBand);
            show(id, made);
            synchronized (ids) {
                ids.put(name, made);
            }
            return made;
        }
    }

    private void reserve(String name) {
        synchronized (ids) {
            if (ids.containsKey(name) || !making.add(name)) {
                throw new IllegalArgumentException(
                        "'"
                                + owner
                                + "' has a cm id '"
                                + name
                                + "'; choose another name, or close that one");
            }
        }
    }

    private void release(String name) {
        synchronized (ids) {
            making.remove(name);
        }
    }

    /** Events that name this address are about it from now on. */
    void show(Pointer id, NativeCmId whose) {
        byAddress.put(Pointer.nativeValue(id), whose);
    }

    /** Events that name this address are about nothing any more. */
    void hide(Pointer id) {
        byAddress.remove(Pointer.nativeValue(id));
    }

    void forget(NativeCmId closed) {
        synchronized (ids) {
            ids.remove(closed.name(), closed);
        }
    }

    /** Those that are open, in the order of making. */
    List<NativeCmId> ids() {
        synchronized (ids) {
            return List.copyOf(ids.values());
        }
    }

    /** What is open, in words. */
    List<String> describe() {
        List<String> words = new ArrayList<>();
        for (NativeCmId id : ids()) {
            id.joins().forEach(join -> words.add(id + " in " + join.group()));
            words.add(id.toString());
        }
        words.add("event channel");
        return words;
    }

    /**
     * The next event.
     *
     * @param over asked after each {@link #wake}; ends the wait
     */
    Optional<CmNotice> await(long timeoutNanos, BooleanSupplier over) {
        enter(AWAIT);
        try {
            return events.await(timeoutNanos, () -> closing || over.getAsBoolean());
        } finally {
            use.readLock().unlock();
        }
    }

    /** Lets who waits ask whether the wait is over. */
    void wake() {
        waker.wake();
    }

    /**
     * Leaves all groups, destroys all ids, the youngest first, and the channel. Goes on after a
     * failure: what the library keeps of an id then, the kernel forgets with the channel.
     *
     * @throws RdmaException the first failure
     */
    void close() {
        closing = true;
        waker.wake();
        Failures failures = new Failures();
        use.writeLock().lock();
        try {
            if (destroyed) {
                return;
            }
            List<NativeCmId> all = ids();
            for (int i = all.size() - 1; i >= 0; i--) {
                failures.catching(all.get(i)::close);
                all.get(i).abandon();
            }
            functions.destroyChannel(pointer);
            waker.close();
            destroyed = true;
        } finally {
            use.writeLock().unlock();
        }
        failures.throwFirst();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.verbs.VerbsFailure;

/**
 * The event channel of one owner, and who uses it now. For any thread. Opening and closing exclude
 * each other; nothing that the library does is done under the lock of this object.
 */
final class CmHolding {
    private static final String CALL = "rdma_create_event_channel";

    private final String owner;
    private final Supplier<CmChannel> opener;
    private final LongSupplier nextDue;
    private final Runnable whenHandedBack;
    private final ReentrantLock turn = new ReentrantLock();
    private @Nullable CmChannel channel;
    private @Nullable NativeCmLease user;
    private boolean ended;
    private long due;

    /**
     * @param opener makes a channel
     * @param nextDue when it is to be closed if nobody takes it up, nanoseconds
     * @param whenHandedBack told after each time that it was
     */
    CmHolding(
            String owner,
            Supplier<CmChannel> opener,
            LongSupplier nextDue,
            Runnable whenHandedBack) {
        this.owner = owner;
        this.opener = opener;
        this.nextDue = nextDue;
        this.whenHandedBack = whenHandedBack;
    }

    String owner() {
        return owner;
    }

    /** A new user; the earlier one is none any more, and waits no more. */
    NativeCmLease take() {
        turn.lock();
        try {
            CmChannel held = current();
            CmChannel used = held == null ? opener.get() : held;
            NativeCmLease next = new NativeCmLease(this, used);
            boolean late;
            synchronized (this) {
                channel = used;
                late = ended;
                user = late ? null : next;
            }
            if (late) {
                closeChannel();
                throw stopping(owner);
            }
            used.wake();
            return next;
        } finally {
            turn.unlock();
        }
    }

    private synchronized @Nullable CmChannel current() {
        return channel;
    }

    static RdmaException stopping(String owner) {
        return CmFailure.of(
                CALL,
                VerbsFailure.ENODEV,
                owner,
                "the native provider is stopping; ask again when it is back");
    }

    synchronized boolean isUser(NativeCmLease lease) {
        return user == lease;
    }

    /**
     * Asked before each use.
     *
     * @throws RdmaException EBADF if somebody else is the user
     */
    synchronized void requireUser(String call, NativeCmLease lease) {
        if (user != lease) {
            throw CmFailure.of(
                    call,
                    VerbsFailure.EBADF,
                    owner,
                    "the lease was handed back or somebody else took it up: lease it again");
        }
    }

    void handBack(NativeCmLease by) {
        CmChannel left;
        synchronized (this) {
            if (user != by) {
                return;
            }
            user = null;
            due = nextDue.getAsLong();
            left = channel;
        }
        if (left != null) {
            left.wake();
            whenHandedBack.run();
        }
    }

    /** Closes the channel for its user, who is none any more. */
    void close(NativeCmLease by) {
        turn.lock();
        try {
            synchronized (this) {
                if (user != by) {
                    return;
                }
                user = null;
            }
            closeChannel();
        } finally {
            turn.unlock();
        }
    }

    /** Closes the channel for good, whoever uses it. */
    void end() {
        synchronized (this) {
            ended = true;
            user = null;
        }
        turn.lock();
        try {
            closeChannel();
        } finally {
            turn.unlock();
        }
    }

    /**
     * Closes the channel if it has no user and its time has come.
     *
     * @return what was closed, in words
     */
    List<String> closeIfDue(long now) {
        turn.lock();
        try {
            CmChannel held = current();
            synchronized (this) {
                if (user != null || held == null || now - due < 0) {
                    return List.of();
                }
            }
            List<String> names = held.describe();
            closeChannel();
            return names;
        } finally {
            turn.unlock();
        }
    }

    /** It is this thread's turn. */
    private void closeChannel() {
        CmChannel held;
        synchronized (this) {
            held = channel;
            channel = null;
        }
        if (held != null) {
            held.close();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.direct.DirectQueue;

/**
 * Whether a completion queue is the library's, or Java's: that for good, and the library keeps off
 * it then. For any thread.
 */
final class DirectOwnership {
    private final NativeCq cq;

    /** Shared by who post receives by hand; held alone while the queue is taken over. */
    private final ReadWriteLock posting = new ReentrantReadWriteLock();

    private volatile @Nullable DirectQueue queue;

    DirectOwnership(NativeCq cq) {
        this.cq = cq;
    }

    /** What Java reads of it by itself; null if the library consumes it. */
    @Nullable DirectQueue queue() {
        return queue;
    }

    /**
     * Takes it over, unless that is done; nobody consumes it meanwhile.
     *
     * @param maker asks for its layout
     * @throws RdmaException as {@link DirectTakeover#of}
     */
    DirectQueue takeOver(Supplier<DirectQueue> maker) {
        DirectQueue present = queue;
        if (present != null) {
            return present;
        }
        posting.writeLock().lock();
        try {
            DirectQueue taken = DirectTakeover.of(cq, maker);
            queue = taken;
            return taken;
        } finally {
            posting.writeLock().unlock();
        }
    }

    /**
     * Its entries are the library's to consume.
     *
     * @param call what is not done
     * @throws RdmaException EOPNOTSUPP if Java reads it by itself
     */
    void requireLibrary(String call) {
        if (queue != null) {
            throw cq.failed(
                    call,
                    VerbsFailure.EOPNOTSUPP,
                    "Java reads it directly, and the library must keep off it: use a poll loop, or"
                            + " create another queue for this");
        }
    }

    /**
     * Its entries can be more or fewer ({@code ibv_resize_cq(3)}).
     *
     * @throws RdmaException EOPNOTSUPP if Java reads it by itself, with what an operator can do
     */
    void requireResizable(String call) {
        if (queue == null) {
            return;
        }
        QueuePort port = cq.polling().port();
        String reader = port == null ? "a loop has read" : "'" + port.holder() + "' reads";
        throw cq.failed(
                call,
                VerbsFailure.EOPNOTSUPP,
                reader
                        + " it directly, so that it keeps its size until it is made anew: set port"
                        + " = auto in the file of the loop, lest it is read directly again before"
                        + " all is there; remove the files of its queue pairs"
                        + pairs()
                        + " and put them back; then set port = direct again");
    }

    /** Those that report there, as a part of a sentence. */
    private String pairs() {
        String names =
                cq.users().stream()
                        .filter(NativeQp.class::isInstance)
                        .map(NativeObject::name)
                        .sorted()
                        .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : " (" + names + ")";
    }

    /**
     * Posts receives by hand to a pair that reports here. Who does so holds no object yet: who
     * takes the queue over waits for this one, and it for nobody.
     *
     * @throws RdmaException EOPNOTSUPP if Java reads the queue by itself: it would not know them
     */
    <T> T posting(String call, NativeQp pair, Supplier<T> action) {
        posting.readLock().lock();
        try {
            if (queue != null) {
                throw pair.failed(
                        call,
                        VerbsFailure.EOPNOTSUPP,
                        "its completion queue "
                                + cq.name()
                                + " is read directly, where only a receive ring is posted: give it"
                                + " one (receiveBytes in its file)");
            }
            return action.get();
        } finally {
            posting.readLock().unlock();
        }
    }
}

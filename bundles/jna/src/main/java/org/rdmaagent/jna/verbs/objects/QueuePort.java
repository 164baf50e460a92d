// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.completion.LettingGo;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.PolledQueue;

/**
 * What all ports have in common: that closers get the polling thread to let go. Each way to poll is
 * a class of its own with a loop of its own, so that the compiler knows each by itself.
 *
 * <p>The polling thread takes no object's lock, since a closer that waits for this thread may hold
 * it: what it touches stays open until it has let go of it ({@link LettingGo}).
 */
abstract class QueuePort implements CompletionPort {
    /** Of what belongs to queue pairs that are gone, so much is passed over in one poll. */
    static final int PATIENCE = LARGEST_BATCH;

    /** Who closes and halts, and who polls. */
    final LettingGo lettingGo = new LettingGo();

    private final NativeCq cq;
    private final PolledQueue queue;
    private final String holder;
    private final AtomicLong stale = new AtomicLong();
    private volatile boolean revoked;
    private volatile String damage = "";
    private @Nullable Thread poller;
    private int verdict;

    /** The queue is held. */
    QueuePort(NativeCq cq, PolledQueue queue, String holder) {
        this.cq = cq;
        this.queue = queue;
        this.holder = holder;
    }

    /** Forgets what is being closed, and gets to know what is new. Polling thread. */
    abstract void regroup();

    /** Posts what was given back; what remains of the batch stays. Polling thread. */
    abstract void postReturned();

    /** Asks for one event ({@code ibv_req_notify_cq(3)}): answers as the function. */
    abstract int requestNotify();

    final NativeCq cq() {
        return cq;
    }

    final String holder() {
        return holder;
    }

    final boolean isClosed() {
        return lettingGo.hasEnded();
    }

    @Override
    public final PolledQueue queue() {
        return queue;
    }

    static void requireBatch(int max) {
        if (max < 1 || max > LARGEST_BATCH) {
            throw new IllegalArgumentException(
                    "a poll takes 1 to " + LARGEST_BATCH + " completions, not " + max);
        }
    }

    /**
     * At the beginning of a poll that is not a common one; 0, or the answer of the poll. Another
     * thread that goes on has said so by {@link #attend}.
     */
    final int beginPoll() {
        Thread present = Thread.currentThread();
        if (poller != present) {
            poller = present; // a store of a reference may cost a fence
        }
        if (lettingGo.isAsked()) {
            heed();
        }
        return verdict;
    }

    /** The answer of polls; 0 as long as the queue can be read. Polling thread. */
    final int verdict() {
        return verdict;
    }

    /**
     * Whether the next poll has nothing to tell but what the queue holds: what this one met may
     * have changed that. Polling thread.
     */
    final boolean isSound() {
        return verdict == 0 && !cq.hasOverrun();
    }

    /** The answer of a poll that found nothing. Polling thread. */
    final int emptyOrDead() {
        return cq.hasOverrun() ? damaged("it overran and is dead") : 0;
    }

    final int damaged(String how) {
        damage =
                how
                        + ": close its queue pairs and it, and create it again with room for all"
                        + " requests that may be outstanding";
        verdict = DAMAGED;
        return DAMAGED;
    }

    final void countStale(int more) {
        stale.getAndAdd(more);
    }

    @Override
    public final int attend() {
        poller = Thread.currentThread();
        if (lettingGo.isAsked()) {
            postReturned();
            heed();
        }
        return verdict;
    }

    /** Looks what is wanted. */
    private void heed() {
        if (lettingGo.hasQuestions()) {
            letGo();
        } else {
            lettingGo.calm();
        }
    }

    /** Polling thread; what it sees when it comes back is as it is now. */
    final void letGo() {
        if (lettingGo.hasEnded()) {
            return; // closed: nothing of it may be touched
        }
        boolean halted;
        do {
            long questions = lettingGo.questions();
            if (revoked) {
                verdict = REVOKED;
            }
            regroup();
            lettingGo.grant(questions);
            halted = lettingGo.isHalted();
            lettingGo.awaitResumption();
        } while (halted);
    }

    @Override
    public final long staleCompletions() {
        return stale.get();
    }

    @Override
    public final String damage() {
        return damage;
    }

    /** Asks for one event. Polling thread. */
    final void arm() {
        if (verdict == 0) {
            int errno = NativeObject.errno(requestNotify());
            if (errno != 0) {
                throw cq.failed("ibv_req_notify_cq", errno);
            }
        }
    }

    /** Whether the polling thread must not sleep now: somebody waits for it. */
    final boolean isWanted() {
        return lettingGo.isAsked() || (revoked && !lettingGo.hasEnded());
    }

    /** Polling thread, before it sleeps. */
    final void sleeps(Runnable wake) {
        postReturned();
        if (lettingGo.isAsked()) {
            letGo(); // what was asked by now is no reason to wake up
        }
        lettingGo.sleeps(wake);
    }

    /** Polling thread, after its sleep. */
    final void wakes() {
        lettingGo.wakes();
        if (lettingGo.isAsked()) {
            letGo();
        }
    }

    /** Queue pairs or rings came, or one that was to be closed stays. Any thread. */
    final void changed() {
        lettingGo.tell();
    }

    /**
     * Waits until the polling thread has let go of an object that counts as closing. Any thread.
     *
     * @throws org.rdmaagent.RdmaException EBUSY naming the holder, if it did not within 2 s
     */
    final void awaitLetGo(NativeObject closing) {
        long question = lettingGo.ask();
        if (poller == Thread.currentThread()) {
            int unused = attend(); // its handler closes it
        }
        if (!lettingGo.awaitGrant(question)) {
            throw busy(
                    closing.destroyCall(),
                    closing,
                    "does not come to let go of it: it waits or runs in a handler");
        }
    }

    /**
     * Halts the polling thread, until {@link LettingGo#resume}. Any thread.
     *
     * @return whether it has to be resumed; its own thread touches nothing else meanwhile
     * @throws org.rdmaagent.RdmaException EBUSY naming the holder, if it did not come within 2 s
     */
    final boolean halt(String call, NativeObject subject) {
        if (poller == Thread.currentThread()) {
            return false;
        }
        if (!lettingGo.halt()) {
            throw busy(
                    call,
                    subject,
                    "does not come to wait for its end: it waits or runs in a handler");
        }
        return true;
    }

    /** Tells the polling thread to close this port. Any thread. */
    final void revoke() {
        revoked = true;
        var unused = lettingGo.ask();
    }

    /**
     * Waits until a revoked port is closed. Any thread.
     *
     * @throws org.rdmaagent.RdmaException EBUSY naming the holder, if it was not within 2 s
     */
    final void awaitClosed() {
        boolean ownThread = poller == Thread.currentThread() && !lettingGo.hasEnded();
        if (ownThread || !lettingGo.awaitEnd()) {
            throw busy(cq.destroyCall(), cq, "polls it and does not come to close its port");
        }
    }

    private RdmaException busy(String call, NativeObject subject, String why) {
        return VerbsFailure.of(
                call,
                VerbsFailure.EBUSY,
                subject.subject(),
                "'" + holder + "' " + why + "; end what it does, or stop it, and try again");
    }

    @Override
    public final void close() {
        if (lettingGo.hasEnded()) {
            return;
        }
        flush();
        verdict = REVOKED;
        cq.polling().closed(this);
        lettingGo.end();
    }
}

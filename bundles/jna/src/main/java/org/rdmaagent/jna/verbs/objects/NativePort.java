// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.completion.HotCalls;
import org.rdmaagent.jna.verbs.completion.LettingGo;
import org.rdmaagent.jna.verbs.completion.PolledBatch;
import org.rdmaagent.spi.ProviderProperties;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.PolledQueue;

/**
 * Polls a completion queue through the driver's own function.
 *
 * <p>The polling thread takes no object's lock, since a closer that waits for this thread may hold
 * it: what it touches stays open until it has let go of it ({@link LettingGo}).
 */
final class NativePort implements CompletionPort {
    /** Negative answers in a row for which one poll goes on at once. */
    private static final int PATIENCE = LARGEST_BATCH;

    private final NativeCq cq;
    private final long address;
    private final PolledQueue queue;
    private final String holder;
    private final HotCalls calls;
    private final PolledBatch batch;
    private final LettingGo lettingGo = new LettingGo();
    private final PortMembers members;
    private final AtomicLong stale = new AtomicLong();
    private volatile boolean revoked;
    private volatile String damage = "";
    private @Nullable Thread poller;
    private long hopeless;
    private int verdict;

    /** The queue is held. */
    NativePort(NativeCq cq, PolledQueue queue, String holder, HotCalls calls) {
        this.cq = cq;
        this.address = Pointer.nativeValue(cq.pointer());
        this.queue = queue;
        this.holder = holder;
        this.calls = calls;
        this.members = new PortMembers(cq, calls);
        this.batch = new PolledBatch(LARGEST_BATCH, calls);
    }

    NativeCq cq() {
        return cq;
    }

    String holder() {
        return holder;
    }

    boolean isClosed() {
        return lettingGo.hasEnded();
    }

    @Override
    public PolledQueue queue() {
        return queue;
    }

    @Override
    public String kind() {
        return ProviderProperties.JNA;
    }

    @Override
    public CompletionBatch batch() {
        return batch;
    }

    @Override
    public int poll(int max) {
        if (max < 1 || max > LARGEST_BATCH) {
            throw new IllegalArgumentException(
                    "a poll takes 1 to " + LARGEST_BATCH + " completions, not " + max);
        }
        flush();
        poller = Thread.currentThread();
        if (lettingGo.isAsked()) {
            letGo();
        }
        batch.clear();
        return verdict == 0 ? take(max) : verdict;
    }

    /** Goes on behind what belongs to queue pairs that are gone, so that 0 means empty. */
    private int take(int max) {
        for (int tries = 0; tries < PATIENCE; tries++) {
            int found = calls.pollCq(address, max, batch.address());
            if (found <= 0) {
                found = found == 0 ? emptyOrDead() : afterStale(max);
            }
            if (found <= 0) {
                return found;
            }
            if (lettingGo.isAsked()) {
                letGo(); // a pair or a ring may be new, and its first message here
            }
            hopeless = 0;
            int known = batch.found(found, members.pairs());
            if (known < found) {
                stale.getAndAdd(found - known);
            }
            if (known > 0) {
                members.countTaken();
                return known;
            }
            batch.clear();
        }
        return 0;
    }

    private int emptyOrDead() {
        return cq.hasOverrun() ? damaged("it overran and is dead") : 0;
    }

    /**
     * The library came upon an entry of a queue pair that it does not know. It has taken it off,
     * and hides with its answer what it found before.
     */
    private int afterStale(int max) {
        for (int tries = 0; tries < PATIENCE; tries++) {
            stale.getAndIncrement();
            hopeless++;
            int filled = batch.filled(max);
            if (filled > 0) {
                return filled;
            }
            int found = calls.pollCq(address, max, batch.address());
            if (found > 0) {
                return found;
            }
            if (found == 0) {
                return emptyOrDead();
            }
        }
        return hopeless > Math.max(cq.entries(), PATIENCE)
                ? damaged("it holds entries that the library cannot make sense of")
                : 0;
    }

    private int damaged(String how) {
        damage =
                how
                        + ": close its queue pairs and it, and create it again with room for all"
                        + " requests that may be outstanding";
        verdict = DAMAGED;
        return DAMAGED;
    }

    @Override
    public int attend() {
        poller = Thread.currentThread();
        if (lettingGo.isAsked()) {
            postReturned();
            letGo();
        }
        return verdict;
    }

    /** Forgets what is being closed, and gets to know what is new. */
    private void letGo() {
        long questions = lettingGo.questions();
        if (revoked) {
            verdict = REVOKED;
        }
        members.regroup();
        batch.regroup(members.pairs());
        lettingGo.grant(questions);
    }

    @Override
    public void flush() {
        batch.giveBackRemaining();
        postReturned();
    }

    /** Posts what was given back; what remains of the batch stays. */
    void postReturned() {
        members.postReturned();
    }

    @Override
    public void abandonCurrent() {
        batch.giveBackCurrent();
    }

    @Override
    public int remaining() {
        return batch.remaining();
    }

    @Override
    public long staleCompletions() {
        return stale.get();
    }

    @Override
    public int receivesPosted() {
        return members.posted();
    }

    @Override
    public int receivesHeld() {
        return members.held();
    }

    @Override
    public String damage() {
        return damage;
    }

    /** Asks for one event ({@code ibv_req_notify_cq(3)}). Polling thread. */
    void arm() {
        if (verdict == 0) {
            int errno = NativeObject.errno(calls.reqNotifyCq(address, 0));
            if (errno != 0) {
                throw cq.failed("ibv_req_notify_cq", errno);
            }
        }
    }

    /** Whether the polling thread must not sleep now: somebody waits for it. */
    boolean isWanted() {
        return lettingGo.isAsked() || (revoked && !lettingGo.hasEnded());
    }

    /** Polling thread, before it sleeps. */
    void sleeps(Runnable wake) {
        postReturned();
        if (lettingGo.isAsked()) {
            letGo(); // what was asked by now is no reason to wake up
        }
        lettingGo.sleeps(wake);
    }

    /** Polling thread, after its sleep. */
    void wakes() {
        lettingGo.wakes();
        if (lettingGo.isAsked()) {
            letGo();
        }
    }

    /** Queue pairs or rings came, or one that was to be closed stays. Any thread. */
    void changed() {
        lettingGo.tell();
    }

    /**
     * Waits until the polling thread has let go of an object that counts as closing. Any thread.
     *
     * @throws org.rdmaagent.RdmaException EBUSY naming the holder, if it did not within 2 s
     */
    void awaitLetGo(NativeObject closing) {
        long question = lettingGo.ask();
        if (poller == Thread.currentThread()) {
            int unused = attend(); // its handler closes it
        }
        if (!lettingGo.awaitGrant(question)) {
            throw busy(closing, "does not come to let go of it: it waits or runs in a handler");
        }
    }

    /** Tells the polling thread to close this port. Any thread. */
    void revoke() {
        revoked = true;
        var unused = lettingGo.ask();
    }

    /**
     * Waits until a revoked port is closed. Any thread.
     *
     * @throws org.rdmaagent.RdmaException EBUSY naming the holder, if it was not within 2 s
     */
    void awaitClosed() {
        boolean ownThread = poller == Thread.currentThread() && !lettingGo.hasEnded();
        if (ownThread || !lettingGo.awaitEnd()) {
            throw busy(cq, "polls it and does not come to close its port");
        }
    }

    private RdmaException busy(NativeObject subject, String why) {
        return VerbsFailure.of(
                subject.destroyCall(),
                VerbsFailure.EBUSY,
                subject.subject(),
                "'" + holder + "' " + why + "; end what it does, or stop it, and try again");
    }

    @Override
    public void close() {
        if (lettingGo.hasEnded()) {
            return;
        }
        flush();
        verdict = REVOKED;
        cq.polling().closed(this);
        lettingGo.end();
    }
}

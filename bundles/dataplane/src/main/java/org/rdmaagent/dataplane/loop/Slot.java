// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.dataplane.SlotState;
import org.rdmaagent.dataplane.figures.SlotTally;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.PolledQueue;

/**
 * One queue of a loop. What is volatile is written by the loop's thread and read by any; the rest
 * belongs to the loop's thread.
 */
public final class Slot {
    /** No queue has it. */
    private static final long MISSING = Long.MIN_VALUE;

    private final String cq;
    private final SlotTally tally = new SlotTally();

    private volatile SlotState state = SlotState.WAITING;
    private volatile @Nullable Binding binding;
    private volatile @Nullable CompletionPort port;
    private volatile @Nullable CompletionPorts source;
    private volatile String lastError = "";
    private volatile String damage = "";
    private volatile String quarantine = "";

    /** Identity of the queue that was told to be found, and not to be lost or missing since. */
    private volatile long found = MISSING;

    /** What a turn needs; none unless it is active. */
    private @Nullable Serving serving;

    /** What the handler is called that who listens knows of; empty if that is none. */
    String toldName = "";

    /** It, as long as there is: while the queue is away its bundle may go. */
    WeakReference<@Nullable CompletionHandler> told = new WeakReference<>(null);

    /** Whether part of the last batch has not been handed out. */
    boolean leftover;

    /** Calls of the handler that failed since the last good one. */
    int failuresInRow;

    /** Batches that handlers got. */
    long batches;

    /** Looks in a row at which the present handler had allocated. */
    int allocatingLooks;

    /** Whether its handler failed too often, or for good. */
    boolean quarantined;

    /** Whether the queue had a handler before. */
    boolean served;

    /** When the last poll that found something ended. */
    long pollEndNanos;

    /** Whether the last poll found nothing. */
    boolean polledEmpty = true;

    /** Whether a new handler waits for its first poll. */
    boolean swapping;

    /** When the old handler's last poll ended, while {@link #swapping}. */
    long swapFromNanos;

    /** Without queue and handler. */
    public Slot(String cq) {
        this.cq = cq;
    }

    /** As the loop's configuration names it. */
    public String cq() {
        return cq;
    }

    /** What was counted of it. */
    public SlotTally tally() {
        return tally;
    }

    /** What the loop does with it. Any thread. */
    public SlotState state() {
        return state;
    }

    /** The handler that gets its completions, or would. Any thread. */
    public @Nullable Binding binding() {
        return binding;
    }

    /** What the handler is called; empty if there is none. Any thread. */
    public String handler() {
        Binding present = binding;
        return present == null ? "" : present.identity();
    }

    /** The port, while it is polled or could be. Any thread. */
    public @Nullable CompletionPort port() {
        return port;
    }

    /** Who made the port. Any thread. */
    public @Nullable CompletionPorts source() {
        return source;
    }

    /** Class and message of what a handler threw last; empty if none did. Any thread. */
    public String lastError() {
        return lastError;
    }

    /** Why the queue cannot be read any more; empty if it can. Any thread. */
    public String damage() {
        return damage;
    }

    /** Why it is in quarantine; empty if it is not. Any thread. */
    public String quarantine() {
        return quarantine;
    }

    /** What a turn needs; none unless the queue is active. The loop's thread. */
    @Nullable Serving serving() {
        return serving;
    }

    /** This is its queue; whether that is to be told. */
    boolean find(PolledQueue queue) {
        boolean news = found != queue.identity();
        found = queue.identity();
        return news;
    }

    /** It has no queue: one that comes is to be told. Any thread, while there is no port. */
    public void miss() {
        found = MISSING;
    }

    void handled(@Nullable Binding next) {
        binding = next;
        settle();
    }

    void opened(CompletionPort next, CompletionPorts by) {
        source = by;
        port = next;
        settle();
    }

    void closed() {
        port = null;
        source = null;
        damage = "";
        settle();
    }

    void damaged(String why) {
        damage = why.isEmpty() ? "it cannot be read any more" : why;
        settle();
    }

    void quarantine(String why) {
        quarantine = why;
        quarantined = true;
        failuresInRow = 0;
        settle();
    }

    void endQuarantine() {
        quarantine = "";
        quarantined = false;
        failuresInRow = 0;
        settle();
    }

    void failed(String error) {
        lastError = error;
    }

    void reset() {
        tally.reset();
        lastError = "";
    }

    private void settle() {
        CompletionPort presentPort = port;
        Binding presentBinding = binding;
        serving = null;
        if (presentPort == null) {
            state = SlotState.WAITING;
        } else if (!damage.isEmpty()) {
            state = SlotState.DAMAGED;
        } else if (presentBinding == null) {
            state = SlotState.PARKED;
        } else if (quarantined) {
            state = SlotState.QUARANTINED;
        } else {
            serving = Serving.of(presentPort, presentBinding);
            state = SlotState.ACTIVE;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.idle;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.completion.CompletionWait;

/**
 * Sleeps until a queue tells of a completion. A command is posted before its sender calls {@link
 * #wake}, and the wait is published before the loop is asked whether it is called: one of the two
 * sees the other, so no command is slept through. One wake may stand for many commands, of which a
 * turn carries out one: the loop is asked again after the turn.
 */
final class EventIdle implements Idle {
    /** The longest sleep: the loop's other duties wait no longer. */
    static final long SLEEP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Turns turns;
    private final Idle otherwise;
    private @Nullable CompletionWait wait;
    private volatile String trouble = "";
    private boolean refused;

    /** What cannot be waited for is served in the other way. */
    EventIdle(Turns turns, Idle otherwise) {
        this.turns = turns;
        this.otherwise = otherwise;
    }

    @Override
    public void afterTurn(int work) {
        if (work > 0) {
            return;
        }
        CompletionWait present = refused ? null : present();
        if (present == null) {
            otherwise.afterTurn(0);
            return;
        }
        if (turns.isCalled()) {
            return;
        }
        present.arm();
        // What came before the arming makes no event.
        if (turns.doWork() > 0) {
            otherwise.afterTurn(1);
            return;
        }
        // That turn may have carried out a command that took the queues away, and left others.
        if (wait == present && !turns.isCalled()) {
            boolean unused = present.await(SLEEP_NANOS);
            turns.rested();
        }
    }

    private @Nullable CompletionWait present() {
        CompletionWait present = wait;
        if (present != null) {
            return present;
        }
        if (!turns.hasPorts()) {
            return null;
        }
        try {
            CompletionWait made = turns.await(turns.ports());
            publish(made);
            return made;
        } catch (RdmaException e) {
            refused = true;
            trouble = "it cannot sleep until an event and backs off instead: " + e.getMessage();
            return null;
        }
    }

    private synchronized void publish(@Nullable CompletionWait next) {
        wait = next;
    }

    @Override
    public synchronized void wake() {
        if (wait != null) {
            wait.wake();
        }
    }

    /** Nobody sleeps in the wait now, and nobody wakes it afterwards. */
    @Override
    public synchronized void queuesChange() {
        if (wait != null) {
            wait.close();
            wait = null;
        }
        refused = false;
        trouble = "";
    }

    @Override
    public String trouble() {
        return trouble;
    }
}

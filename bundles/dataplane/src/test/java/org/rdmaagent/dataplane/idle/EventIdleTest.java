// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.idle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmaagent.spi.completion.CompletionWait;

class EventIdleTest {
    private final HandTurns turns = new HandTurns();
    private final List<String> done = new ArrayList<>();
    private final Idle otherwise = work -> done.add("otherwise " + work);
    private final EventIdle idle = new EventIdle(turns, otherwise);

    /** Writes down what is asked of it. */
    private final class Noted implements CompletionWait {
        @Override
        public void arm() {
            done.add("arm");
        }

        @Override
        public boolean await(long timeoutNanos) {
            done.add("await");
            return false;
        }

        @Override
        public void wake() {
            done.add("wake");
        }

        @Override
        public void close() {
            done.add("close");
        }
    }

    private int turn(int found) {
        done.add("turn");
        return found;
    }

    @Test
    void itArmsPollsOnceMoreAndThenSleeps() {
        turns.wait = new Noted();
        turns.work = () -> turn(0);
        idle.afterTurn(3);
        assertEquals(List.of(), done);
        idle.afterTurn(0);
        assertEquals(List.of("arm", "turn", "await"), done);
        assertEquals(1, turns.rests);
    }

    @Test
    void whatCameBeforeTheArmingIsNotSleptThrough() {
        turns.wait = new Noted();
        turns.work = () -> turn(1);
        idle.afterTurn(0);
        assertEquals(List.of("arm", "turn", "otherwise 1"), done);
    }

    @Test
    void aCommandOfTheLastTurnThatChangesTheQueuesIsNotSleptThrough() {
        turns.wait = new Noted();
        turns.work =
                () -> {
                    idle.queuesChange();
                    return turn(0);
                };
        idle.afterTurn(0);
        assertEquals(List.of("arm", "close", "turn"), done);
        turns.work = () -> turn(0);
        idle.afterTurn(0);
        assertEquals(2, turns.waitsMade);
    }

    @Test
    void whatIsAskedWhileTheWaitIsMadeIsNotSleptThrough() {
        turns.wait = new Noted();
        turns.called = () -> turns.waitsMade == 1;
        idle.afterTurn(0);
        assertEquals(List.of(), done);
        assertEquals(1, turns.waitsMade);
    }

    @Test
    void whatIsLeftAfterTheLastTurnIsNotSleptThrough() {
        turns.wait = new Noted();
        turns.work = () -> turn(0);
        turns.called = () -> done.contains("turn");
        idle.afterTurn(0);
        assertEquals(List.of("arm", "turn"), done);
    }

    @Test
    void aWakeReachesTheWaitAndOnlyWhileThereIsOne() {
        idle.wake();
        turns.wait = new Noted();
        idle.afterTurn(0);
        idle.wake();
        idle.queuesChange();
        idle.wake();
        assertEquals(List.of("arm", "await", "wake", "close"), done);
    }

    @Test
    void aQueueWithoutChannelIsBackedOffFromAndTold() {
        idle.afterTurn(0);
        idle.afterTurn(0);
        assertEquals(List.of("otherwise 0", "otherwise 0"), done);
        assertEquals(1, turns.waitsMade);
        assertTrue(idle.trouble().contains("make a channel"), idle.trouble());
        idle.queuesChange();
        assertEquals("", idle.trouble());
    }
}

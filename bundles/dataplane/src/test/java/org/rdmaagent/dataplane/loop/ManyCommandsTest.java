// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.dataplane.SlotState;

/** Many commands at once, for a loop that sleeps between its turns: a test makes them. */
class ManyCommandsTest {
    private static final int QUEUES = 200;

    private final CountedWaits waits = new CountedWaits();
    private final List<Slot> slots = new ArrayList<>();
    private final List<ScriptedPort> ports = new ArrayList<>();
    private final LoopCore core =
            new LoopCore(
                    new LoopLimits(16, IdleStrategy.EVENT, 1_000_000_000, 8),
                    System::nanoTime,
                    Instant.EPOCH,
                    (kind, cq, handler, text) -> {});

    @BeforeEach
    void aThreadServesThem() {
        core.commands().serve();
        for (int i = 0; i < QUEUES; i++) {
            ScriptedPort port = new ScriptedPort("q" + i);
            ports.add(port);
            slots.add(new Slot(port.queue().name()));
        }
    }

    private void turn() {
        core.afterTurn(core.doWork());
    }

    /** Turns until it is carried out, without the rest after the last; how many that were. */
    private int turnsUntil(Command last) {
        int turns = 1;
        int found = core.doWork();
        while (!last.isDone()) {
            core.afterTurn(found);
            found = core.doWork();
            turns++;
        }
        return turns;
    }

    private Command takeAllOver() {
        Command last = core.commands().post(() -> core.use(slots));
        for (int i = 0; i < QUEUES; i++) {
            Slot slot = slots.get(i);
            ScriptedPort port = ports.get(i);
            last = core.commands().post(() -> core.attach(slot, port, waits));
            last = core.commands().post(() -> core.bind(slot, new Binding(batch -> {}, "h")));
        }
        return last;
    }

    private long in(SlotState state) {
        return slots.stream().filter(slot -> slot.state() == state).count();
    }

    @Test
    void takingQueuesOverTakesATurnForEachCommandAndNoSleep() {
        assertEquals(1 + 2 * QUEUES, turnsUntil(takeAllOver()));
        assertEquals(QUEUES, in(SlotState.ACTIVE));
        assertEquals(0, waits.sleeps);
        assertTrue(waits.made <= 1, () -> waits.made + " waits made");
    }

    @Test
    void aWakeOfASleepStandsForAllThatWasPostedMeanwhile() {
        int unused = turnsUntil(takeAllOver());
        turn();
        int slept = waits.sleeps;
        List<Command> last = new ArrayList<>();
        waits.asleep = () -> slots.forEach(slot -> last.add(unbind(slot)));
        turn();
        int turns = turnsUntil(last.get(QUEUES - 1));
        assertTrue(turns <= QUEUES, () -> turns + " turns");
        assertEquals(1, waits.sleeps - slept);
        assertEquals(QUEUES, in(SlotState.PARKED));
    }

    private Command unbind(Slot slot) {
        return core.commands().post(() -> core.bind(slot, null));
    }

    @Test
    void queuesThatAreClosedAreLetGoOfInOneTurnWithoutASleep() {
        int unused = turnsUntil(takeAllOver());
        turn();
        int slept = waits.sleeps;
        ports.forEach(port -> port.answer = ScriptedPort.REVOKED);
        int unusedToo = core.doWork();
        assertEquals(QUEUES, in(SlotState.WAITING));
        assertTrue(ports.stream().allMatch(port -> port.closed));
        assertEquals(slept, waits.sleeps);
    }

    @Test
    void aNudgeWhileTheWaitIsMadeIsNotSleptThrough() {
        int unused = turnsUntil(takeAllOver());
        waits.making = core.commands()::nudge;
        core.use(slots.subList(0, 1));
        int before = waits.sleeps;
        turn();
        assertEquals(before, waits.sleeps);
        waits.making = () -> {};
        turn();
        assertEquals(before + 1, waits.sleeps);
    }

    @ParameterizedTest
    @EnumSource(IdleStrategy.class)
    void noStrategyRestsBetweenCommands(IdleStrategy strategy) {
        IdleStrategy unused = core.rest(strategy);
        assertEquals(1 + 2 * QUEUES, turnsUntil(takeAllOver()));
    }
}

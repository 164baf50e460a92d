// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.mad.SwitchInfo;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadReply;

/** A fabric that is slow, lossy, or busy, and becomes so while it is asked. */
@Timeout(60)
class FabricTroubleTest {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;

    private final SimulatedWorld world =
            SmallFabric.world(SmallFabric.settings().latencyNanos(10 * MICRO).hopNanos(MICRO));
    private final FabricFaults faults = world.faults();
    private final Asker asker = new Asker(world);

    private long nanosTo(DirectedRoute route) {
        long before = asker.session.nanoTime();
        assertEquals(0, asker.reply(route, SmpAttribute.NODE_INFO, 0).status());
        return asker.session.nanoTime() - before;
    }

    private void send(DirectedRoute route, int timeoutMillis) {
        ByteBuffer mad = asker.question(route, SmpAttribute.NODE_INFO, 0).toBytes();
        asker.session.send(asker.agent, MadAddress.DIRECTED, mad, timeoutMillis);
    }

    private MadReply receive() {
        MadReply reply = asker.session.receive(1000 * MILLI);
        assertNotNull(reply);
        return reply;
    }

    @Test
    void everyHopAddsToTheRoundTrip() {
        assertEquals(10 * MICRO, nanosTo(DirectedRoute.LOCAL));
        assertEquals(11 * MICRO, nanosTo(SmallFabric.TO_NEAR));
        assertEquals(12 * MICRO, nanosTo(SmallFabric.TO_FAR));
        faults.perHop(5 * MICRO);
        faults.roundTrip(MILLI);
        assertEquals(MILLI + 10 * MICRO, nanosTo(SmallFabric.TO_FAR));
        faults.clear();
        assertEquals(12 * MICRO, nanosTo(SmallFabric.TO_FAR));
    }

    @Test
    void jitterIsWithinItsBoundsAndTheSeedDecidesIt() {
        List<Long> first = jittered(1);
        assertEquals(first, jittered(1));
        assertNotEquals(first, jittered(2));
        long low = first.stream().mapToLong(Long::longValue).min().orElseThrow();
        long high = first.stream().mapToLong(Long::longValue).max().orElseThrow();
        assertTrue(low >= 5 * MICRO && high <= 25 * MICRO, () -> low + " to " + high);
        // Of 500 even draws out of 20 us, both tenths at the ends are met.
        assertTrue(low < 7 * MICRO && high > 23 * MICRO, () -> low + " to " + high);
    }

    private static List<Long> jittered(long seed) {
        SimulationSettings settings = SmallFabric.settings().seed(seed).jitterNanos(20 * MICRO);
        try (Asker asking = new Asker(SmallFabric.world(settings))) {
            List<Long> took = new ArrayList<>();
            for (int round = 0; round < 500; round++) {
                long before = asking.session.nanoTime();
                asking.reply(SmallFabric.TO_FAR, SmpAttribute.NODE_INFO, 0);
                took.add(asking.session.nanoTime() - before);
            }
            return took;
        }
    }

    @Test
    void aLossEverywhereBeginsAndEnds() {
        faults.lossEverywhere(1_000_000);
        assertTrue(asker.timesOut(DirectedRoute.LOCAL, SmpAttribute.NODE_INFO, 0));
        faults.lossEverywhere(0);
        assertFalse(asker.timesOut(DirectedRoute.LOCAL, SmpAttribute.NODE_INFO, 0));
    }

    @Test
    void aLossyCableLosesWhatPassesIt() {
        faults.lossyCable(new LinkEnd(SmallFabric.FAR, 9), 1_000_000);
        assertTrue(asker.timesOut(SmallFabric.TO_FAR, SmpAttribute.NODE_INFO, 0));
        assertFalse(asker.timesOut(SmallFabric.TO_NEAR, SmpAttribute.PORT_INFO, 7));
        faults.clear();
        assertFalse(asker.timesOut(SmallFabric.TO_FAR, SmpAttribute.NODE_INFO, 0));
    }

    @Test
    void oneByOneMeansThatAnswersComeOneServiceTimeApart() {
        faults.oneByOne(SmallFabric.NEAR, MILLI, 100);
        for (int question = 0; question < 5; question++) {
            send(SmallFabric.TO_NEAR, 100);
        }
        send(SmallFabric.TO_FAR, 100);
        assertEquals(0, receive().status());
        assertEquals(12 * MICRO, asker.session.nanoTime());
        for (int question = 1; question <= 5; question++) {
            assertEquals(0, receive().status());
            assertEquals(question * MILLI + 11 * MICRO, asker.session.nanoTime());
        }
        assertEquals(MILLI + 11 * MICRO, nanosTo(SmallFabric.TO_NEAR));
        faults.oneByOne(SmallFabric.NEAR, 0, 0);
        assertEquals(11 * MICRO, nanosTo(SmallFabric.TO_NEAR));
    }

    @Test
    void whatFindsNoPlaceIsLost() {
        faults.oneByOne(SmallFabric.NEAR, MILLI, 2);
        for (int question = 0; question < 5; question++) {
            send(SmallFabric.TO_NEAR, 50);
        }
        int[] statuses = IntStream.range(0, 5).map(reply -> receive().status()).toArray();
        assertEquals(List.of(0, 0, 0, 110, 110), IntStream.of(statuses).boxed().toList());
        assertEquals(50 * MILLI, asker.session.nanoTime());
    }

    @Test
    void aSlowAgentIsSlowOnTheMachinesClockToo() {
        SimulatedWorld real = SmallFabric.world(SimulationSettings.defaults());
        real.faults().oneByOne(SmallFabric.NEAR, 3 * MILLI, 10);
        try (Asker asking = new Asker(real)) {
            long before = System.nanoTime();
            for (int question = 0; question < 3; question++) {
                ByteBuffer mad =
                        asking.question(SmallFabric.TO_NEAR, SmpAttribute.NODE_INFO, 0).toBytes();
                asking.session.send(asking.agent, MadAddress.DIRECTED, mad, 10_000);
            }
            for (int question = 0; question < 3; question++) {
                MadReply reply = asking.session.receive(10_000 * MILLI);
                assertNotNull(reply);
                assertEquals(0, reply.status());
            }
            assertTrue(System.nanoTime() - before >= 9 * MILLI);
        }
    }

    @Test
    void aBusyNodeSaysSoForEveryAttributeAndOnlyOfItself() {
        faults.busy(SmallFabric.NEAR, 1_000_000);
        for (SmpAttribute attribute : SmpAttribute.values()) {
            assertEquals(1, asker.answer(SmallFabric.TO_NEAR, attribute, 0).status());
        }
        assertEquals(0, asker.answer(SmallFabric.TO_FAR, SmpAttribute.NODE_INFO, 0).status());
        faults.busy(SmallFabric.NEAR, 300_000);
        long busy =
                IntStream.range(0, 2000)
                        .map(
                                round ->
                                        asker.answer(SmallFabric.TO_NEAR, SmpAttribute.NODE_INFO, 0)
                                                .status())
                        .filter(status -> status == 1)
                        .count();
        // 30 % of 2000, give or take five standard deviations.
        assertTrue(Math.abs(busy - 600) <= 103, () -> busy + " of 2000");
    }

    @Test
    void aCableThatChangesIsNotedAtBothSwitchesUntilThatIsCleared() {
        LinkEnd cable = new LinkEnd(SmallFabric.NEAR, 7);
        assertEquals(List.of(false, false), changes());
        faults.linkUp(cable);
        assertEquals(List.of(false, false), changes());
        faults.linkDown(cable);
        faults.linkUp(cable);
        assertEquals(List.of(true, true), changes());
        faults.clearPortChanges();
        assertEquals(List.of(false, false), changes());
        faults.linkDown(new LinkEnd(SmallFabric.OTHER, 1));
        faults.clearPortChanges();
        faults.clear();
        assertEquals(List.of(true, false), changes());
    }

    private List<Boolean> changes() {
        return List.of(changed(SmallFabric.TO_NEAR), changed(SmallFabric.TO_FAR));
    }

    private boolean changed(DirectedRoute route) {
        byte[] data = asker.answer(route, SmpAttribute.SWITCH_INFO, 0).data();
        return SwitchInfo.decode(data).portStateChange();
    }

    @Test
    void troubleMayComeAndGoWhileSomebodySweeps() {
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Integer> trouble =
                CompletableFuture.supplyAsync(
                        () -> {
                            int rounds = 0;
                            while (!over.get()) {
                                faults.roundTrip(++rounds % 100 * MICRO);
                                faults.jitter(rounds % 7 * MICRO);
                                faults.oneByOne(SmallFabric.NEAR, rounds % 3 * MICRO, 4);
                                faults.latency(SmallFabric.FAR, rounds % 5 * MICRO);
                            }
                            return rounds;
                        });
        try {
            for (int sweep = 0; sweep < 50; sweep++) {
                assertEquals(4, new PlainSweep(asker).run().nodes.size());
            }
        } finally {
            over.set(true);
        }
        assertTrue(trouble.join() > 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 86_400_000_000_001L, Long.MIN_VALUE, Long.MAX_VALUE})
    void delaysThatCannotBeAreRefused(long nanos) {
        assertRefused("day", () -> faults.roundTrip(nanos));
        assertRefused("day", () -> faults.perHop(nanos));
        assertRefused("day", () -> faults.jitter(nanos));
        assertRefused("day", () -> faults.latency(SmallFabric.NEAR, nanos));
        assertRefused("day", () -> faults.oneByOne(SmallFabric.NEAR, nanos, 1));
        assertRefused("day", () -> SmallFabric.settings().hopNanos(nanos));
        assertRefused("day", () -> SmallFabric.settings().jitterNanos(nanos));
        assertEquals(11 * MICRO, nanosTo(SmallFabric.TO_NEAR));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1_000_001})
    void ratesThatCannotBeAreRefused(int perMillion) {
        LinkEnd cable = new LinkEnd(SmallFabric.NEAR, 7);
        assertRefused("1000000", () -> faults.lossEverywhere(perMillion));
        assertRefused("1000000", () -> faults.busy(SmallFabric.NEAR, perMillion));
        assertRefused("1000000", () -> faults.lossyCable(cable, perMillion));
    }

    @Test
    void whatIsNotThereCannotBeTroubled() {
        NodeKey nobody = NodeKey.of(new Guid(5));
        assertRefused(nobody.toString(), () -> faults.oneByOne(nobody, 1, 1));
        assertRefused(nobody.toString(), () -> faults.busy(nobody, 1));
        assertRefused("cable", () -> faults.lossyCable(new LinkEnd(SmallFabric.NEAR, 20), 1));
        assertRefused("65535", () -> faults.oneByOne(SmallFabric.NEAR, 1, -1));
        assertRefused("65535", () -> faults.oneByOne(SmallFabric.NEAR, 1, 65_536));
    }

    private static void assertRefused(String reason, Runnable call) {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, call::run);
        assertTrue(String.valueOf(refusal.getMessage()).contains(reason), refusal::getMessage);
    }
}

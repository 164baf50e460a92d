// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.dataplane.LoopEventKind;
import org.rdmaagent.dataplane.SlotState;
import org.rdmaagent.spi.completion.PollingWay;

/** Which port a queue is polled by, and how that changes while messages pass. */
class PortChoiceTest extends PlaneOnSimulation {
    private static final int EBUSY = 16;
    private static final int EINVAL = 22;

    private final OfferedPorts jna = new OfferedPorts(traffic.ports, "jna");
    private final OfferedPorts ffm = new OfferedPorts(traffic.ports, "ffm");

    private void both() {
        plane.bindPorts(jna, jna.properties(0));
        plane.bindPorts(ffm, ffm.properties(10));
    }

    private void awaitPolledBy(String kind) {
        await("polled by " + kind, () -> slot().port().equals(kind));
    }

    private void handle() {
        plane.bindHandler(new SequenceHandler(seen), properties(0));
    }

    @ParameterizedTest
    @CsvSource({
        "auto, peek+ffm",
        "jna, jna",
        "ffm, ffm",
        "peek+jna, peek+jna",
        "peek+ffm, peek+ffm",
        "direct, direct",
        "DIRECT, direct",
    })
    void aQueueIsPolledAsItsLoopIsConfigured(String wish, String kind) {
        both();
        handle();
        plane.bindListener(told::add);
        configure("port", wish);
        awaitPolledBy(kind);
        awaitActive();
        traffic.send(20);
        awaitAllSeen();
        assertEquals("", slot().reason());
        assertEquals(HealthGrade.OK, plane.check().grade(), plane.check().text());
        await(
                "it is told",
                () ->
                        told.stream()
                                .anyMatch(
                                        event ->
                                                event.kind() == LoopEventKind.QUEUE_FOUND
                                                        && event.text()
                                                                .equals(
                                                                        "it is ctx:feed on mlx4_0,"
                                                                                + " polled by "
                                                                                + kind)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "peek+ffm"})
    void whatIsNotThereIsToldAndTakenWhenItComes(String wish) {
        plane.bindPorts(jna, jna.properties(0));
        configure("port", wish);
        awaitPolledBy("peek+jna");
        String why = AbsentAccess.ofThisJava("ffm", AbsentAccessTest.JNA);
        String told = "asked for " + wish + ": " + why + "; it is polled as peek+jna";
        assertTrue(slot().reason().endsWith(told), slot().reason());
        handle();
        awaitActive();
        assertEquals(told, slot().reason());
        assertEquals("feed: " + told, loop().reason());
        assertEquals(HealthGrade.WARN, plane.check().grade());
        assertTrue(plane.check().text().contains("feed is ACTIVE, " + told), plane.check().text());
        traffic.send(5);
        plane.bindPorts(ffm, ffm.properties(10));
        awaitPolledBy(wish);
        awaitAllSeen();
        assertEquals("", slot().reason());
        assertEquals(HealthGrade.OK, plane.check().grade(), plane.check().text());
    }

    @Test
    void aQueueThatStaysDirectSaysWhyAndNothingIsWrong() {
        ffm.own();
        both();
        configure();
        awaitPolledBy("direct");
        String told = "it stays direct although port = auto: a loop has read it directly before";
        assertTrue(slot().reason().contains("; " + told), slot().reason());
        handle();
        awaitActive();
        assertTrue(slot().reason().startsWith(told), slot().reason());
        assertTrue(loop().reason().startsWith("feed: " + told), loop().reason());
        assertEquals(HealthGrade.OK, plane.check().grade());
        assertTrue(plane.check().text().contains("feed is ACTIVE, " + told), plane.check().text());
        configure("port", "direct");
        await("as asked for", () -> slot().reason().isEmpty());
        assertEquals("", loop().reason());
    }

    @ParameterizedTest
    @ValueSource(ints = {OfferedPorts.EOPNOTSUPP, EBUSY})
    void whatIsRefusedIsToldAndPolledAsWellAsItCanBe(int errno) {
        both();
        handle();
        plane.bindListener(told::add);
        ffm.refuse(PollingWay.DIRECT, errno);
        configure("port", "direct");
        awaitPolledBy("peek+ffm");
        awaitActive();
        traffic.send(5);
        awaitAllSeen();
        String reason = slot().reason();
        assertTrue(reason.startsWith("asked for direct: open port on "), reason);
        assertTrue(reason.contains("not DIRECT"), reason);
        assertTrue(reason.contains("; it is polled as peek+ffm"), reason);
        assertEquals(HealthGrade.WARN, plane.check().grade());
        ffm.offer(PollingWay.DIRECT);
        // The queue may have been incomplete: it is asked for once more.
        awaitPolledBy("direct");
        assertEquals("", slot().reason());
        assertEquals("", loop().reason());
        traffic.send(5);
        awaitAllSeen();
        handle();
        configure("port", "jna");
        awaitPolledBy("jna");
        plane.unbindHandler(new SequenceHandler(seen), Map.of("service.id", 11L));
        await("a change", () -> kinds().contains(LoopEventKind.HANDLER_CHANGED));
        assertEquals(
                List.of(LoopEventKind.QUEUE_FOUND, LoopEventKind.HANDLER_CHANGED),
                kinds(),
                "it was found once");
    }

    @Test
    void aRefusalForAnotherReasonIsWaitedFor() {
        both();
        ffm.refuse(PollingWay.CALL, EINVAL);
        configure("port", "ffm");
        await("it is refused", () -> slot().reason().contains("EINVAL"));
        assertEquals(SlotState.WAITING, slot().state());
        assertEquals(0, ffm.opened());
        ffm.offer(PollingWay.CALL);
        awaitPolledBy("ffm");
    }

    @ParameterizedTest
    @CsvSource({"1, spin", "2, backoff", "3, event"})
    void thePortChangesUnderLoadAndNothingIsLostOrRepeated(long seed, String idle) {
        both();
        handle();
        List<String> wishes = List.of("jna", "ffm", "peek+jna", "peek+ffm", "direct");
        configure("idle", idle, "port", wishes.get(0));
        awaitPolledBy(wishes.get(0));
        Random random = new Random(seed);
        for (int round = 1; round <= 15; round++) {
            traffic.send(random.nextInt(20));
            String wish = wishes.get(round % wishes.size());
            configure("idle", idle, "port", wish);
            traffic.send(random.nextInt(20));
            awaitPolledBy(wish);
            await("seed " + seed, () -> seen.size() >= traffic.sent());
        }
        awaitAllSeen();
        assertEquals(traffic.sent(), slot().completions());
        assertEquals(0, slot().skipped());
    }

    @ParameterizedTest
    @ValueSource(strings = {"spin", "event"})
    void aBetterSourceIsTakenAndLeftWhenItGoes(String idle) {
        plane.bindPorts(jna, jna.properties(0));
        handle();
        configure("idle", idle);
        awaitPolledBy("peek+jna");
        for (int round = 0; round < 20; round++) {
            OfferedPorts better = new OfferedPorts(traffic.ports, "ffm");
            traffic.send(5);
            plane.bindPorts(better, better.properties(10));
            traffic.send(5);
            awaitPolledBy("peek+ffm");
            traffic.send(5);
            plane.unbindPorts(better);
            assertEquals(0, better.leave(), "its ports are closed");
            traffic.send(5);
            awaitPolledBy("peek+jna");
            await("all are seen", () -> seen.size() >= traffic.sent());
            assertEquals(0, better.late(), "nobody uses what left");
        }
        awaitAllSeen();
    }

    @Test
    void whoAskedForOneSourceIsNotDisturbedByAnother() {
        traffic.context.createCq("spare", 4, null, 0);
        plane.bindPorts(jna, jna.properties(0));
        configure("port", "peek+jna");
        awaitPolledBy("peek+jna");
        plane.bindPorts(ffm, ffm.properties(10));
        plane.configure(
                "other", Map.of("service.pid", "x~other", "queues", "spare", "port", "ffm"));
        // The other loop is served at a later look than the one that could have disturbed.
        await(
                "the other loop",
                () -> plane.loop("other").orElseThrow().slots().get(0).port().equals("ffm"));
        assertEquals(1, jna.opened());
        plane.unbindPorts(ffm);
        await(
                "it is told",
                () ->
                        plane.loop("other")
                                .orElseThrow()
                                .slots()
                                .get(0)
                                .reason()
                                .contains("asked for ffm"));
        assertEquals(2, jna.opened());
        assertEquals("peek+jna", slot().port());
    }

    @Test
    void aQueueThatIsOpenedAnewIsNotTakenByALoopThatWaitsForIt() {
        both();
        handle();
        plane.configure("later", Map.of("service.pid", "x~zzz", "queues", "feed"));
        await(
                "the first one has it",
                () -> !plane.loop("zzz").orElseThrow().slots().get(0).port().isEmpty());
        // By its name this one comes first wherever loops are gone through.
        plane.configure("a", Map.of("service.pid", "x~aaa", "queues", "feed"));
        for (String wish : List.of("jna", "ffm", "direct", "auto")) {
            plane.configure(
                    "later", Map.of("service.pid", "x~zzz", "queues", "feed", "port", wish));
            String kind = wish.equals("auto") ? "peek+ffm" : wish;
            await(
                    "polled by " + kind,
                    () -> plane.loop("zzz").orElseThrow().slots().get(0).port().equals(kind));
            assertEquals("", plane.loop("aaa").orElseThrow().slots().get(0).port());
        }
    }

    @Test
    void aWrongWishLeavesThePortAsItIs() {
        both();
        configure("port", "jna");
        awaitPolledBy("jna");
        configure("port", "fastest");
        assertTrue(
                loop().reason()
                        .startsWith("port is auto, jna, ffm, peek+jna, peek+ffm or direct, not"),
                loop().reason());
        assertEquals("jna", slot().port());
        assertEquals(1, jna.opened());
    }
}

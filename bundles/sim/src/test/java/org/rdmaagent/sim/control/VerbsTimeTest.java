// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.VerbsLease;
import org.rdmaagent.verbs.CqModeration;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** What takes time takes the world's. */
class VerbsTimeTest {
    private final VerbsBench bench = new VerbsBench();

    private static List<WorkCompletionStatus> statuses(VerbsBench.End end) {
        return end.cq().poll(10).stream().map(WorkCompletion::status).toList();
    }

    @Test
    void aConnectionGivesUpWhenItsRetriesAreOver() {
        VerbsBench.End[] pair = bench.pair();
        pair[1].qp().modify(QpAttributes.ofState(QpState.RESET));
        bench.send(pair[0], 1);
        assertEquals(List.of(), statuses(pair[0]));
        // 4.096 us * 2^14, seven times.
        bench.world.advance(Duration.ofNanos((4096L << 14) * 7 - 1));
        assertEquals(List.of(), statuses(pair[0]));
        bench.world.advance(Duration.ofNanos(1));
        assertEquals(List.of(WorkCompletionStatus.RETRY_EXC_ERR), statuses(pair[0]));
        assertEquals(QpState.ERR, pair[0].state());
    }

    @Test
    void aPeerThatComesInTimeGetsTheMessage() {
        VerbsBench.End[] pair = {bench.end(QpType.RC), bench.end(QpType.RC)};
        bench.ready(pair[0], pair[1], VerbsBench.PSN, VerbsBench.PSN);
        bench.send(pair[0], 1);
        bench.world.advance(Duration.ofMillis(100));
        bench.ready(pair[1], pair[0], VerbsBench.PSN, VerbsBench.PSN);
        // Now the other clock runs: the one of a receiver that is not ready.
        bench.world.advance(Duration.ofNanos(640_000 * 2 - 1));
        assertEquals(List.of(), statuses(pair[0]));
        bench.receive(pair[1], 2);
        assertEquals(List.of(WorkCompletionStatus.SUCCESS), statuses(pair[0]));
        assertEquals(List.of(WorkCompletionStatus.SUCCESS), statuses(pair[1]));
    }

    @Test
    void aReceiverThatIsNeverReadyEndsTheConnection() {
        VerbsBench.End[] pair = bench.pair();
        bench.send(pair[0], 1);
        bench.world.advance(Duration.ofNanos(640_000 * 2));
        assertEquals(List.of(WorkCompletionStatus.RNR_RETRY_EXC_ERR), statuses(pair[0]));
        assertEquals(QpState.RTS, pair[1].state());
    }

    @Test
    void resetForgetsWhatWaitsAndWhatWasNotPolled() {
        VerbsBench.End[] pair = bench.pair();
        bench.receive(pair[1], 1);
        bench.send(pair[0], 2);
        bench.send(pair[0], 3);
        for (VerbsBench.End end : pair) {
            end.qp().modify(QpAttributes.ofState(QpState.RESET));
        }
        bench.ready(pair[0], pair[1], VerbsBench.PSN, VerbsBench.PSN);
        bench.ready(pair[1], pair[0], VerbsBench.PSN, VerbsBench.PSN);
        bench.receive(pair[1], 4);
        bench.world.advance(Duration.ofSeconds(10));
        assertEquals(List.of(), statuses(pair[0]));
        assertEquals(List.of(), statuses(pair[1]));
    }

    @Test
    void aClosedQueuePairLeavesNoCompletions() {
        VerbsBench.End[] pair = bench.pair();
        bench.receive(pair[1], 1);
        bench.send(pair[0], 2);
        pair[1].qp().close();
        assertEquals(List.of(), statuses(pair[1]));
        assertEquals(List.of(WorkCompletionStatus.SUCCESS), statuses(pair[0]));
    }

    @Test
    void packetNumbersThatDoNotMatchAreNoConnection() {
        VerbsBench.End[] pair = {bench.end(QpType.RC), bench.end(QpType.RC)};
        bench.ready(pair[0], pair[1], 5, 6);
        bench.ready(pair[1], pair[0], 7, 5);
        bench.receive(pair[0], 1);
        bench.receive(pair[1], 2);
        bench.send(pair[0], 3);
        bench.send(pair[1], 4);
        bench.world.advance(Duration.ofSeconds(1));
        assertEquals(
                List.of(WorkCompletionStatus.SUCCESS, WorkCompletionStatus.RETRY_EXC_ERR),
                statuses(pair[0]),
                "the way back is right");
    }

    @Test
    void partitionsThatDoNotMatchAreNoConnection() {
        VerbsBench.End[] pair = bench.pair();
        bench.receive(pair[1], 1);
        bench.faults().pkeyChange(VerbsBench.PORT, 0, 0);
        bench.send(pair[0], 2);
        bench.world.advance(Duration.ofSeconds(1));
        assertEquals(List.of(WorkCompletionStatus.RETRY_EXC_ERR), statuses(pair[0]));
    }

    @Test
    void waitingForAnEventLetsTheTimePassThatItTakes() {
        ChannelHandle channel = bench.context.createChannel("channel");
        CqHandle told = bench.context.createCq("told", 15, channel, 0);
        var qp =
                bench.pd.createQp(
                        "waiting",
                        new QpInit(QpType.RC, VerbsBench.SIZES, false),
                        told,
                        told,
                        null);
        VerbsBench.End here = new VerbsBench.End(qp, told);
        bench.ready(here, bench.end(QpType.RC), VerbsBench.PSN, VerbsBench.PSN);
        told.requestNotify(false);
        bench.send(here, 1);
        assertEquals(Optional.empty(), channel.await(Duration.ofMillis(100).toNanos()));
        assertEquals(Optional.of(told), channel.await(Duration.ofSeconds(2).toNanos()));
        assertEquals(List.of(WorkCompletionStatus.RETRY_EXC_ERR), statuses(here));
    }

    @Test
    void moderationHoldsEventsBackForItsPeriod() {
        ChannelHandle channel = bench.context.createChannel("channel");
        CqHandle told = bench.context.createCq("told", 15, channel, 0);
        told.moderate(new CqModeration(3, 500));
        var qp =
                bench.pd.createQp(
                        "moderated",
                        new QpInit(QpType.RC, VerbsBench.SIZES, false),
                        told,
                        told,
                        null);
        VerbsBench.End[] pair = {bench.end(QpType.RC), new VerbsBench.End(qp, told)};
        bench.ready(pair[0], pair[1], VerbsBench.PSN, VerbsBench.PSN);
        bench.ready(pair[1], pair[0], VerbsBench.PSN, VerbsBench.PSN);
        for (int i = 0; i < 5; i++) {
            bench.receive(pair[1], i);
        }
        told.requestNotify(false);
        bench.send(pair[0], 1);
        assertEquals(Optional.empty(), channel.await(0));
        bench.world.advance(Duration.ofNanos(500_000));
        assertEquals(Optional.of(told), channel.await(0), "after its period");
        told.requestNotify(false);
        bench.send(pair[0], 2);
        bench.send(pair[0], 3);
        assertEquals(Optional.empty(), channel.await(0));
        bench.send(pair[0], 4);
        assertEquals(Optional.of(told), channel.await(0), "after three completions");
        told.ack(2);
    }

    @Test
    void whatNobodyTakesUpIsClosedAfterAMinute() {
        bench.pair();
        bench.lease.handBack();
        bench.world.advance(Duration.ofSeconds(59));
        assertTrue(bench.context.isOpen());
        VerbsLease next = bench.world.verbsLibrary().lease("test");
        bench.world.advance(Duration.ofHours(1));
        assertEquals(List.of(bench.context), next.contexts(), "it was taken up in time");
        next.handBack();
        bench.world.advance(Duration.ofSeconds(60));
        assertFalse(bench.context.isOpen());
        assertFalse(bench.memory.isOpen());
        assertEquals(List.of(), bench.world.verbsLibrary().lease("test").contexts());
    }
}

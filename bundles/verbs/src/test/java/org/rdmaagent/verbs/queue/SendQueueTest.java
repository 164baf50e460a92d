// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmaagent.verbs.CompletionChannel;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.WorkCompletion;

/** Files whose sends report to another completion queue than their receives. */
class SendQueueTest {
    private static final String SENDS = "sendCompletionQueue";
    private static final String RECEIVES = "completionQueue";
    private static final int EOPNOTSUPP = 95;

    private final GroupedFiles host = new GroupedFiles();

    @Test
    void receivesEndInTheOneAndSendsInTheOther() {
        host.add("a", Map.of(SENDS, "sends", "receiveBytes", "64"));
        host.work();
        assertEquals(List.of(), host.plans.troubles());
        QueuePair pair = host.pair("a");
        assertEquals(Optional.of(host.queue("all")), pair.receiveQueue());
        assertEquals(Optional.of(host.queue("sends")), pair.sendQueue());

        host.sendToItself(pair);
        WorkCompletion sent = host.queue("sends").poll(5).get(0);
        assertEquals(1234, sent.wrId());
        assertFalse(sent.details().orElseThrow().opcode().isReceive());
        List<WorkCompletion> received = host.queue("all").poll(5);
        assertEquals(1, received.size(), received.toString());
        assertTrue(received.get(0).details().orElseThrow().opcode().isReceive());
    }

    @Test
    void eachHasAnEntryForEachRequestThatReportsThereAndAChannel() {
        host.add("a", Map.of(SENDS, "sends", "maxSendWr", "500", "maxRecvWr", "9"));
        host.work();
        assertTrue(host.queue("all").capacity() < 500, "" + host.queue("all").capacity());
        host.assertHoldsAll();
        assertTrue(host.queue("sends").channel().isPresent());
        assertTrue(host.queue("all").channel().isPresent());
        host.edit("a", Map.of(SENDS, "sends", "completionChannel", "false"));
        assertEquals(List.of(), host.plans.troubles());
        assertTrue(host.queue("sends").channel().isEmpty());
        assertEquals(0, host.count(CompletionChannel.class));
    }

    @Test
    void itHasAChannelIfOneOfThoseWhoShareItWantsOne() {
        host.add("a", Map.of(SENDS, "sends", "completionChannel", "false"));
        host.add("b", Map.of(RECEIVES, "sends"));
        host.work();
        assertEquals(List.of(), host.plans.troubles());
        assertEquals(host.pair("a").sendQueue(), host.pair("b").receiveQueue());
        assertTrue(host.queue("sends").channel().isPresent());
        assertTrue(host.queue("all").channel().isEmpty());
    }

    @Test
    void whatSaysNothingOrTheSameHasOneQueueAsBefore() {
        host.add("a", Map.of());
        host.add("b", Map.of(SENDS, "all"));
        host.work();
        assertEquals(host.pair("a").receiveQueue(), host.pair("a").sendQueue());
        assertEquals(host.pair("a").receiveQueue(), host.pair("b").sendQueue());
        assertEquals(1, host.count(CompletionQueue.class));
        host.assertHoldsAll();
    }

    @Test
    void filesShareItAndTheLastOneTakesItAlong() {
        host.add("a", Map.of(RECEIVES, "a", SENDS, "sends", "maxSendWr", "700"));
        host.add("b", Map.of(RECEIVES, "b", SENDS, "sends", "maxSendWr", "900"));
        host.add("c", Map.of(RECEIVES, "c"));
        host.work();
        assertEquals(List.of(), host.plans.troubles());
        assertEquals(host.pair("a").sendQueue(), host.pair("b").sendQueue());
        assertEquals(Set.of("a", "b", "c", "sends"), host.queueNames());
        host.assertHoldsAll();
        QueuePair a = host.pair("a");
        host.file("b").remove();
        host.work();
        assertTrue(a.isOpen());
        assertEquals(Set.of("a", "c", "sends"), host.queueNames());
        host.file("a").remove();
        host.work();
        assertEquals(Set.of("c"), host.queueNames());
        assertEquals(1, host.count(CompletionChannel.class));
        host.removeAll();
        assertEquals(host.empty, host.kernelCounts());
    }

    @Test
    void itMayBeWhatTheReceivesOfAnotherFileReportTo() {
        host.add("a", Map.of("completionEntries", "10"));
        host.work();
        QueuePair a = host.pair("a");
        assertTrue(host.queue("all").capacity() < 256, "" + host.queue("all").capacity());
        host.add("b", Map.of(RECEIVES, "own", SENDS, "all", "maxSendWr", "2000"));
        host.work();
        assertEquals(List.of(), host.plans.troubles());
        assertEquals(a, host.pair("a"));
        assertEquals(host.pair("a").receiveQueue(), host.pair("b").sendQueue());
        host.assertHoldsAll();
    }

    @Test
    void itGrowsInPlaceWhenAFileJoins() {
        host.add("a", Map.of(RECEIVES, "a", SENDS, "sends"));
        host.work();
        QueuePair first = host.pair("a");
        int before = host.queue("sends").capacity();
        host.add("b", Map.of(RECEIVES, "b", SENDS, "sends", "maxSendWr", "3000"));
        host.work();
        assertEquals(List.of(), host.plans.troubles());
        assertEquals(first, host.pair("a"));
        assertTrue(before < 3000 && host.queue("sends").capacity() >= 3000);
        host.assertHoldsAll();
    }

    @Test
    void itGrowsInPlaceForTheCompletionEntriesOfWhoReceivesThere() {
        host.add("a", Map.of(SENDS, "sends"));
        host.add("b", Map.of(RECEIVES, "sends"));
        host.work();
        QueuePair a = host.pair("a");
        QueuePair b = host.pair("b");
        host.edit("b", Map.of(RECEIVES, "sends", "completionEntries", "20000"));
        assertEquals(List.of(), host.plans.troubles());
        assertEquals(a, host.pair("a"));
        assertEquals(b, host.pair("b"));
        assertTrue(host.queue("sends").capacity() >= 20_000);
    }

    @Test
    void whatCannotGrowIsNamedWithWhatToDoAndTheFileLeavesNothing() {
        host.add("a", Map.of(SENDS, "sends"));
        host.work();
        QueuePair a = host.pair("a");
        host.add("b", Map.of(RECEIVES, "b", SENDS, "sends", "maxSendWr", "9000"));
        host.world.faults.failNext(GroupedFiles.MLX, "ibv_resize_cq", EOPNOTSUPP, 2);
        host.work();
        host.assertTold(
                "queue pair b: ", "completion queue sends is too small for all who use it:");
        host.assertTold("queue pair b: ", "remove the files of its queue pairs and put them back");
        List<String> told = host.plans.troubles();
        host.work();
        assertEquals(told, host.plans.troubles());
        assertEquals(Set.of("all", "sends"), host.queueNames());
        assertEquals(2, host.count(CompletionChannel.class));
        assertTrue(a.isOpen());
        host.work();
        assertEquals(List.of(), host.plans.troubles());
        host.assertHoldsAll();
    }

    @Test
    void aRingTakesNoMemoryWhileItsQueueCannotGrow() {
        host.add("a", Map.of("maxRecvWr", "50"));
        host.work();
        host.add("b", Map.of("maxRecvWr", "9000", "receiveBytes", "4096"));
        host.world.faults.memlock(GroupedFiles.MLX, 100_000);
        host.world.faults.failNext(GroupedFiles.MLX, "ibv_resize_cq", EOPNOTSUPP, 1);
        host.work();
        host.assertTold("queue pair b: ", "completion queue all is too small for all who use it:");
        host.work();
        host.assertTold("queue pair b: ", "memlock");
        assertEquals(1, host.count(QueuePair.class));
    }

    @Test
    void aQueueThatTakesNoSendsBringsTheKeysToMind() {
        host.add("a", Map.of());
        host.world.faults.failNext(GroupedFiles.MLX, "ibv_create_qp", EOPNOTSUPP, 1);
        host.work();
        host.assertTold("queue pair a: ", "completionQueue = all, sendCompletionQueue = all");
    }

    @Test
    void tooManyEntriesAreToldOfBoth() {
        host.add("a", Map.of(SENDS, "sends", "completionEntries", "4194304"));
        host.work();
        host.assertTold(
                "queue pair a: ",
                "completionEntries = 4194304, and for sendCompletionQueue = sends 64 (the device");
        assertEquals(host.empty, host.kernelCounts());
    }

    @Test
    void aWrongVectorIsToldAndLeavesNeither() {
        host.add("a", Map.of(SENDS, "sends", "completionVector", "999"));
        host.work();
        host.assertTold("queue pair a: ", "completionVector = 999: the vectors of mlx4_0 are 0..");
        assertEquals(host.empty, host.kernelCounts());
    }

    @Test
    void anotherVectorMakesAnewWhatNobodyElseUses() {
        host.add("a", Map.of(SENDS, "sends"));
        host.add("b", Map.of());
        host.work();
        QueuePair before = host.pair("a");
        host.edit("a", Map.of(SENDS, "sends", "completionVector", "1"));
        assertFalse(before.isOpen());
        QueuePair after = host.pair("a");
        host.add("c", Map.of(RECEIVES, "sends"));
        host.work();
        host.edit("a", Map.of(SENDS, "sends", "completionVector", "0"));
        assertEquals(after, host.pair("a"));
        assertEquals(List.of(), host.plans.troubles());
    }

    @Test
    void aQueueThatOthersUseGetsNoChannelForSends() {
        host.add("a", Map.of("completionChannel", "false"));
        host.add("b", Map.of("completionChannel", "false"));
        host.work();
        QueuePair a = host.pair("a");
        host.add("c", Map.of(RECEIVES, "c", SENDS, "all"));
        host.work();
        assertEquals(3, host.plans.troubles().size(), host.plans.troubles().toString());
        assertTrue(
                host.plans
                        .troubles()
                        .get(2)
                        .startsWith("queue pair c: completion queue all was made without a"),
                host.plans.troubles().toString());
        assertTrue(a.isOpen());
        assertEquals(Set.of("all"), host.queueNames());
        host.edit("c", Map.of(RECEIVES, "c", SENDS, "all", "completionChannel", "false"));
        assertEquals(List.of(), host.plans.troubles());
        assertEquals(a, host.pair("a"));
    }
}

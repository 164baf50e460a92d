// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.QueuePair;

/** What becomes of a queue for sends when files, bundle or device come, change and go. */
class SendQueueChangesTest {
    private static final String SENDS = "sendCompletionQueue";
    private static final String RECEIVES = "completionQueue";
    private static final int EBUSY = 16;

    private final GroupedFiles host = new GroupedFiles();

    @Test
    void theKeyMakesThePairAnewAndLeavesNoQueueBehind() {
        host.add("a", Map.of());
        host.add("b", Map.of(RECEIVES, "other"));
        host.work();
        QueuePair before = host.pair("a");
        host.edit("a", Map.of(SENDS, "sends"));
        assertFalse(before.isOpen());
        assertEquals(Set.of("all", "other", "sends"), host.queueNames());
        host.edit("a", Map.of(SENDS, "others"));
        assertEquals(Set.of("all", "other", "others"), host.queueNames());
        host.edit("a", Map.of(SENDS, "other"));
        assertEquals(Set.of("all", "other"), host.queueNames());
        host.edit("a", Map.of());
        assertEquals(host.pair("a").receiveQueue(), host.pair("a").sendQueue());
        assertEquals(List.of(), host.plans.troubles());
        host.removeAll();
        assertEquals(host.empty, host.kernelCounts());
    }

    @Test
    void anEditThatCannotBeLeavesBothAsTheyAre() {
        host.add("a", Map.of(SENDS, "sends"));
        host.work();
        QueuePair before = host.pair("a");
        host.edit("a", Map.of(SENDS, "others", "port", "9"));
        host.assertTold("queue pair a: ", PlannedQueuePairs.NOT_IN_FORCE);
        assertTrue(before.isOpen());
        assertEquals(Set.of("all", "sends"), host.queueNames());
        assertEquals(1, host.session.contexts().size());
    }

    @Test
    void aReplacedBundleFindsBothWithWhatTheyHold() {
        Map<String, String> keys = Map.of(SENDS, "sends", "receiveBytes", "64");
        host.add("a", keys);
        host.work();
        QueuePair before = host.pair("a");
        host.sendToItself(before);
        host.swap();
        host.add("a", keys);
        host.work();
        assertEquals(List.of(), host.plans.troubles());
        assertEquals(before.number(), host.pair("a").number());
        assertEquals(List.of(), host.session.unclaimed());
        assertEquals(1234, host.queue("sends").poll(5).get(0).wrId());
        assertEquals(1, host.queue("all").poll(5).size());
        host.removeAll();
        assertEquals(host.empty, host.kernelCounts());
    }

    @Test
    void aReplacedBundleWhoseFileWasEditedMeanwhileMakesItAnew() {
        host.add("a", Map.of());
        host.add("b", Map.of(RECEIVES, "other"));
        host.work();
        QueuePair before = host.pair("a");
        QueuePair b = host.pair("b");
        host.swap();
        host.add("a", Map.of(SENDS, "sends"));
        host.add("b", Map.of(RECEIVES, "other"));
        host.work();
        assertFalse(before.number().equals(host.pair("a").number()));
        assertEquals(b.number(), host.pair("b").number());
        assertEquals(Set.of("all", "other", "sends"), host.queueNames());
        assertEquals(List.of(), host.plans.troubles());
    }

    @Test
    void aFileThatJoinsLeavesRoomForPairsWhoseFilesAreNotReadYet() {
        Map<String, String> keys = Map.of(RECEIVES, "b", SENDS, "sends", "maxSendWr", "900");
        host.add("b", keys);
        host.work();
        host.swap();
        host.add("a", Map.of(RECEIVES, "a", SENDS, "sends", "maxSendWr", "700"));
        host.work();
        assertEquals(List.of(), host.plans.troubles());
        assertEquals(2, host.count(QueuePair.class));
        host.assertHoldsAll();
    }

    @Test
    void afterTheDeviceWasGoneBothAreThereAgain() {
        host.add("a", Map.of(SENDS, "sends"));
        host.work();
        host.world.faults.unplug(GroupedFiles.MLX);
        host.work();
        host.world.faults.plug(GroupedFiles.MLX);
        host.work();
        host.work();
        assertEquals(List.of(), host.plans.troubles());
        assertEquals(Set.of("all", "sends"), host.queueNames());
        host.removeAll();
        assertEquals(host.empty, host.kernelCounts());
    }

    @Test
    void aQueueThatCannotBeClosedYetIsClosedLater() {
        host.add("a", Map.of(SENDS, "sends"));
        host.add("b", Map.of(RECEIVES, "other"));
        host.work();
        host.world.faults.failNext(GroupedFiles.MLX, "ibv_destroy_cq", EBUSY, 1);
        host.file("a").remove();
        host.work();
        host.assertTold("queue pair a: it is to end and cannot yet, trying on: ", "EBUSY");
        // The other one of the two is gone already.
        assertEquals(2, host.count(CompletionQueue.class), host.queueNames().toString());
        host.work();
        assertEquals(List.of(), host.plans.troubles());
        assertEquals(Set.of("other"), host.queueNames());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Files that ask for a queue to be read directly: it is, or what hinders is told with its key. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DirectQueueFilesIT {
    private static final String PAIR = "device = mlx4_0\nreceiveBytes = 64\n";
    private static final int MANY = 100_000;

    /** What 8000 receives are beyond those that a file gets without a number. */
    private static final int MORE = 8000 - 256;

    private final EtcFiles etc;
    private final EmulatedCard card;
    private final NativeAgent agent;
    private final LoopBean loop;

    DirectQueueFilesIT(@TempDir Path folder) throws Exception {
        card = new EmulatedCard(folder);
        Path home = folder.resolve("home");
        etc = EtcFiles.of(home);
        agent = NativeAgent.start(home, "native", card.environment());
        loop = LoopBean.of(agent.client(), "main");
    }

    @BeforeAll
    static void onItsProcessor() {
        assumeTrue(System.getProperty("os.arch").equals("amd64"), "direct is for x86-64");
    }

    @AfterAll
    void stop() throws Exception {
        agent.close();
    }

    /** The text of the check if it is graded so; else empty. */
    private String health(String grade) throws Exception {
        Row row = agent.health("dataplane");
        return row.text("grade").equals(grade) ? row.text("text") : "";
    }

    private static void awaitPort(LoopBean loop, String queue, String port) throws Exception {
        Waiting.until(queue + " by " + port, () -> loop.slot(queue).text("port").equals(port));
    }

    @Test
    void aQueueThatSendsReportToIsNotReadDirectlyAndThatIsTold() throws Exception {
        etc.queuePair("feed", PAIR);
        etc.counting("feed");
        etc.loop("main", "queues = feed\nport = direct\n");
        try {
            loop.awaitSlot("feed", "ACTIVE");
            String told =
                    "sends of queue pair feed report to it: give them a queue of their own"
                            + " (sendCompletionQueue in the file of the queue pair); it is polled"
                            + " as "
                            + agent.bestPort();
            // For a moment it is not polled: it is asked for once more a second later.
            Waiting.until(told, () -> isRefused(loop.slot("feed"), told));
            String active = "loop main: feed is ACTIVE, asked for direct: .*\\Q" + told + "\\E";
            Waiting.until(active, () -> health("WARN").matches(".*" + active + ".*"));
            Waiting.until("reason of the loop", () -> isTold(loop.read("Reason"), told));
        } finally {
            remove("feed");
        }
    }

    private static boolean isTold(Object reason, String told) {
        String text = String.valueOf(reason);
        return text.startsWith("feed: asked for direct: read directly on mlx4_0 cq qp/feed:feed ")
                && text.endsWith(told);
    }

    /** The loop stays, and waits for its next queue. */
    private void remove(String queue) throws Exception {
        etc.removeQueuePair(queue);
        etc.removeCounting(queue);
    }

    private boolean isRefused(Row slot, String told) throws Exception {
        return slot.text("state").equals("ACTIVE")
                && slot.text("port").equals(agent.bestPort())
                && slot.text("reason").startsWith("asked for direct: ")
                && slot.text("reason").endsWith(told);
    }

    @Test
    void aQueueOfReceivesIsReadDirectlyUntilItIsMadeAnew() throws Exception {
        etc.queuePair("straight", PAIR + "sendCompletionQueue = straight-sends\n");
        etc.counting("straight");
        etc.loop("main", "queues = straight\nport = direct\n");
        try {
            loop.awaitSlot("straight", "ACTIVE");
            awaitPort(loop, "straight", "direct");
            Waiting.until("no complaint", () -> health("OK").contains("loops: 1"));
            long before = loop.number("Completions");
            long flooded = card.flooded();
            card.does("flood " + agent.queuePair("straight") + " 1 0 64");
            Waiting.until("many", () -> loop.number("Completions") > before + MANY);
            long sent = card.stopFloods() - flooded;
            Waiting.until(sent + " messages", () -> loop.number("Completions") == before + sent);
            etc.loop("main", "queues = straight\nport = jna\n");
            String told = "Java has read it directly";
            Waiting.until(told, () -> health("WARN").contains(told));
            assertEquals("direct", loop.slot("straight").text("port"));
            etc.loop("main", "queues = straight\nport = auto\n");
            String stays = "it stays direct although port = auto: a loop has read it directly";
            Waiting.until(stays, () -> loop.slot("straight").text("reason").startsWith(stays));
            Waiting.until(stays, () -> health("OK").contains("straight is ACTIVE, " + stays));
            assertTrue(String.valueOf(loop.read("Reason")).startsWith("straight: " + stays));
            etc.loop("main", "queues = straight\nport = jna\n");
            etc.removeQueuePair("straight");
            loop.awaitSlot("straight", "WAITING");
            etc.queuePair("straight", PAIR);
            awaitPort(loop, "straight", "jna");
        } finally {
            remove("straight");
        }
    }

    @Test
    void aQueueReadDirectlyWithoutARingSaysThatNothingCanArrive() throws Exception {
        String apart = "device = mlx4_0\nsendCompletionQueue = bare-sends\n";
        etc.queuePair("bare", apart);
        etc.counting("bare");
        etc.loop("main", "queues = bare\nport = direct\n");
        try {
            loop.awaitSlot("bare", "ACTIVE");
            awaitPort(loop, "bare", "direct");
            String told = "nothing can arrive: it is read directly, where only a ring posts";
            Waiting.until(told, () -> health("WARN").contains("bare is ACTIVE, " + told));
            assertTrue(String.valueOf(loop.read("Reason")).startsWith("bare: " + told));
            etc.queuePair("bare", apart + "receiveBytes = 64\n");
            Waiting.until("no complaint", () -> health("OK").contains("loops: 1"));
            assertEquals("direct", loop.slot("bare").text("port"));
            assertEquals("", loop.read("Reason"));
        } finally {
            remove("bare");
        }
    }

    /** That its queue cannot grow either is said when the file is right. */
    @Test
    void whatKeepsAFileFromAQueueReadDirectlyIsToldFirst() throws Exception {
        String apart = "sendCompletionQueue = straight-sends\n";
        String joining = PAIR + "context = straight\ncompletionQueue = straight\n";
        etc.queuePair("straight", PAIR + apart);
        etc.counting("straight");
        etc.loop("main", "queues = straight\nport = direct\n");
        try {
            loop.awaitSlot("straight", "ACTIVE");
            awaitPort(loop, "straight", "direct");
            etc.queuePair("joining", joining);
            awaitVerbs(
                    "queue pair joining: ibv_create_qp on mlx4_0 qp joining failed: EOPNOTSUPP"
                            + " (95); Java reads the completion queue straight directly",
                    "give them a queue of their own (sendCompletionQueue in the file");
            etc.queuePair("joining", joining + apart);
            awaitVerbs(
                    "queue pair joining: ibv_resize_cq on mlx4_0 cq straight failed: EOPNOTSUPP"
                            + " (95); 'loop main' reads it directly, so that it keeps its size",
                    "remove the files of its queue pairs (straight) and put them back");
        } finally {
            etc.removeQueuePair("joining");
            remove("straight");
        }
    }

    /** What it has received by then is handed out, and its buffers stay posted. */
    @Test
    void anEditThatAQueueReadDirectlyDoesNotTakeLeavesThePairAsItIs() throws Exception {
        String apart = "sendCompletionQueue = straight-sends\n";
        String sharing = PAIR + "context = straight\ncompletionQueue = straight\n";
        etc.queuePair("straight", PAIR + apart);
        etc.queuePair("beside", sharing + apart);
        etc.counting("straight");
        int qpn = agent.queuePair("beside");
        etc.loop("main", "queues = straight\nport = direct\n");
        try {
            loop.awaitSlot("straight", "ACTIVE");
            awaitPort(loop, "straight", "direct");
            int posted = loop.slot("straight").number("receivesPosted");
            etc.queuePair("beside", sharing);
            awaitVerbs("queue pair beside: ibv_create_qp on mlx4_0", "sendCompletionQueue in the");
            awaitVerbs("queue pair beside: ", "the edit is not in force");
            assertEquals(qpn, agent.queuePair("beside"));
            etc.queuePair("beside", sharing + apart + "maxRecvWr = 8000\n");
            awaitVerbs("queue pair beside: ibv_resize_cq on mlx4_0", "the edit is not in force");
            assertEquals(qpn, agent.queuePair("beside"));
            assertEquals(posted, loop.slot("straight").number("receivesPosted"));
            growAsTold(apart, sharing + apart + "maxRecvWr = 8000\n", posted + MORE);
        } finally {
            etc.removeQueuePair("beside");
            remove("straight");
        }
    }

    /** What the health check tells to do makes the queue as large as it is asked for. */
    private void growAsTold(String straight, String beside, int posted) throws Exception {
        etc.loop("main", "queues = straight\nport = auto\n");
        etc.removeQueuePair("beside");
        etc.removeQueuePair("straight");
        loop.awaitSlot("straight", "WAITING");
        etc.queuePair("straight", PAIR + straight);
        etc.queuePair("beside", beside);
        awaitPort(loop, "straight", agent.bestPort());
        Waiting.until("all", () -> loop.slot("straight").number("receivesPosted") == posted);
        etc.loop("main", "queues = straight\nport = direct\n");
        awaitPort(loop, "straight", "direct");
        Waiting.until("no complaint", () -> health("OK").contains("loops: 1"));
        assertEquals(posted, loop.slot("straight").number("receivesPosted"));
        assertEquals("OK", agent.health("verbs").text("grade"));
    }

    private void awaitVerbs(String begin, String part) throws Exception {
        Waiting.until(
                begin,
                () -> {
                    String text = agent.health("verbs").text("text");
                    return text.contains(begin) && text.contains(part);
                });
    }
}

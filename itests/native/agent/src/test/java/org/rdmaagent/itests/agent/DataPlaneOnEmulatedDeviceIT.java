// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.management.Notification;
import org.jolokia.json.JSONObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.itests.blackbox.JolokiaClient;

/** A loop with the shipped handler in a running agent, flooded by the device, over MBeans. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DataPlaneOnEmulatedDeviceIT {
    private static final String LOOP = "rdma:type=PollLoop,name=main";
    private static final String PLANE = "rdma:type=DataPlane";
    private static final int RING = 1024;
    private static final int BYTES = 64;
    private static final int MANY = 200_000;
    private static final String INT = "int";
    private static final String TEXT = String.class.getName();

    private final EmulatedCard card;
    private final EtcFiles etc;
    private final NativeAgent agent;
    private final LoopBean loop;
    private final JolokiaClient admin;
    private String pair = "";

    DataPlaneOnEmulatedDeviceIT(@TempDir Path folder) throws Exception {
        card = new EmulatedCard(folder);
        Path home = folder.resolve("home");
        etc = EtcFiles.of(home);
        agent = NativeAgent.start(home, "native", card.environment());
        loop = LoopBean.of(agent.viewer(), "main");
        admin = agent.admin();
    }

    @BeforeAll
    void aQueuePairALoopAndAHandler() throws Exception {
        etc.queuePair(
                "feed",
                "device = mlx4_0\nmaxRecvWr = " + RING + "\nreceiveBytes = " + BYTES + "\n");
        etc.loop("main", "queues = feed\n");
        etc.counting("feed");
        card.awaitOpened();
        loop.awaitSlot("feed", "ACTIVE");
        Waiting.until("a queue pair", () -> !queuePairs().isEmpty());
        String name = queuePairs().get(0);
        pair = name.substring(name.indexOf("qpn=") + "qpn=".length());
    }

    private List<String> queuePairs() throws Exception {
        return agent.client().search("rdma:type=QueuePair,*");
    }

    @AfterEach
    void quiet() throws Exception {
        card.stopFloods();
        admin.call(LOOP, "resume");
    }

    @AfterAll
    void stop() throws Exception {
        agent.close();
    }

    /** As many as it can, for a while; how many there were since the start of the agent. */
    private long flood(long more) throws Exception {
        long before = card.flooded();
        card.does("flood " + pair + " 1 0 " + BYTES);
        Waiting.until(more + " datagrams", () -> card.flooded() >= before + more);
        return card.stopFloods();
    }

    private Row handled() throws Exception {
        return loop.slot("feed").row("handlerFigures");
    }

    private static long number(Row row, String field) {
        return ((Number) row.value(field)).longValue();
    }

    /** The handler is asked now and then, for the first time after a moment. */
    private long received() throws Exception {
        Row handled = handled();
        return handled.has("receivedMessages") ? number(handled, "receivedMessages") : -1;
    }

    private void awaitHandled(long sent) throws Exception {
        Waiting.until(sent + " messages", () -> received() >= sent);
    }

    @Test
    void whatTheDeviceSendsIsCountedOnce() throws Exception {
        awaitHandled(card.flooded());
        admin.call(LOOP, "resetFigures");
        long before = card.flooded();
        long sent = flood(MANY);
        awaitHandled(sent);
        Row all = loop.all();
        assertEquals(sent - before, number(all, "Completions"), all::toString);
        assertEquals(sent - before, number(all.row("Statuses"), "SUCCESS"), all::toString);
        long full = number(all, "Polls") - number(all, "EmptyPolls");
        long counted = all.rows("BatchHistogram").stream().mapToLong(r -> number(r, "polls")).sum();
        assertEquals(full, counted, all::toString);
        Row slot = loop.slot("feed");
        assertEquals(agent.bestPort(), slot.text("port"));
        assertEquals("mlx4_0", slot.text("device"));
        assertEquals(RING, slot.number("receivesPosted"), slot::toString);
        assertEquals(0, slot.number("receivesHeld"), slot::toString);
        assertEquals(sent, number(handled(), "receivedMessages"));
        assertEquals(sent * BYTES, number(handled(), "receivedBytes"));
        assertToldOverJmx(sent, sent - before);
    }

    private void assertToldOverJmx(long sent, long sinceReset) throws Exception {
        try (JmxConsole console = agent.console("viewer")) {
            assertEquals(sinceReset, console.read(LOOP, "Completions"));
            Object[] loops = (Object[]) console.read(PLANE, "Loops");
            assertTrue(
                    loops[0].toString().contains("completions=" + sinceReset), () -> "" + loops[0]);
        }
        Row handler = Row.listOf(agent.viewer().read(PLANE, "Handlers")).get(0);
        assertEquals(sent, number(handler.row("figures"), "receivedMessages"), handler::toString);
        assertTrue(handler.text("handler").contains("org.rdmaagent.handlers"), handler::toString);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPausedLoopKeepsWhatComes(boolean overJmx) throws Exception {
        awaitHandled(card.flooded());
        long before = card.flooded();
        perform(overJmx, "pause");
        assertEquals("PAUSED", loop.read("State"));
        card.does("flood " + pair + " 1 0 " + BYTES);
        Waiting.until("a full ring", () -> card.flooded() == before + RING);
        assertEquals(before, number(handled(), "receivedMessages"));
        assertEquals(RING, card.stopFloods() - before);
        perform(overJmx, "resume");
        awaitHandled(before + RING);
        assertEquals("RUNNING", loop.read("State"));
    }

    private void perform(boolean overJmx, String operation) throws Exception {
        if (!overJmx) {
            admin.call(LOOP, operation);
            return;
        }
        try (JmxConsole console = agent.console("admin")) {
            Object nothing = console.invoke(LOOP, operation, List.of());
            assertTrue(nothing == null);
        }
    }

    @Test
    void batchAndIdleStrategyAreChangedWhileItRuns() throws Exception {
        card.does("flood " + pair + " 1 50000 " + BYTES);
        assertEquals(16L, ((Number) admin.exec(LOOP, "setBatchSize", 64)).longValue());
        for (String next : List.of("spin", "yield", "event", "backoff")) {
            String before = String.valueOf(loop.read("IdleStrategy"));
            assertEquals(before, admin.exec(LOOP, "setIdleStrategy", next));
            long count = loop.number("Completions");
            Waiting.until("more by " + next, () -> loop.number("Completions") > count + 1000);
        }
        try (JmxConsole console = agent.console("admin")) {
            assertEquals(64, console.invoke(LOOP, "setBatchSize", List.of(INT), 16));
        }
        long sent = card.stopFloods();
        awaitHandled(sent);
        assertEquals(sent, number(handled(), "receivedMessages"));
        assertEquals(0, loop.number("Restarts"));
    }

    @Test
    void figuresAreResetByTheAdministrator() throws Exception {
        awaitHandled(flood(RING));
        String since = String.valueOf(loop.read("Since"));
        admin.call(LOOP, "resetFigures");
        assertEquals(0, loop.number("Completions"));
        assertTrue(since.compareTo(String.valueOf(loop.read("Since"))) < 0);
        assertTrue(number(handled(), "receivedMessages") > 0, "the handler's own figures stay");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "setBatchSize | 0 | a batch has 1 to 64 completions, not 0",
                "setBatchSize | 65 | a batch has 1 to 64 completions, not 65",
                "setIdleStrategy | doze | no idle strategy 'doze'; there are [spin, yield, backoff,"
                        + " event]",
                "release | feed | feed is not in quarantine",
                "release | fed | loop main has no queue fed",
            })
    void whatCannotBeIsRefusedInWords(String operation, String argument, String words)
            throws Exception {
        String refused = admin.refusal(LOOP, operation, argument);
        assertTrue(refused.contains(words), refused);
    }

    /** An operation of a loop: its name, its argument, and that one's type. */
    private record Deed(String operation, List<String> types, List<Object> arguments) {}

    private static Stream<Deed> deeds() {
        return Stream.of(
                new Deed("pause", List.of(), List.of()),
                new Deed("resume", List.of(), List.of()),
                new Deed("setBatchSize", List.of(INT), List.of(1)),
                new Deed("setIdleStrategy", List.of(TEXT), List.of("spin")),
                new Deed("release", List.of(TEXT), List.of("feed")),
                new Deed("resetFigures", List.of(), List.of()));
    }

    @ParameterizedTest
    @MethodSource("deeds")
    void onlyTheAdministratorControlsALoop(Deed deed) throws Exception {
        Map<String, Object> before = settings();
        Object[] arguments = deed.arguments().toArray();
        for (String user : List.of("viewer", "manager")) {
            JolokiaClient client = user.equals("viewer") ? agent.viewer() : agent.client();
            String refused = client.refusal(LOOP, deed.operation(), arguments);
            assertTrue(refused.contains("forbidden"), refused);
            try (JmxConsole console = agent.console(user)) {
                assertThrows(
                        SecurityException.class,
                        () -> console.invoke(LOOP, deed.operation(), deed.types(), arguments));
            }
        }
        assertEquals(before, settings());
    }

    private Map<String, Object> settings() throws Exception {
        JSONObject all = agent.viewer().readAll(LOOP);
        return Map.of(
                "state", all.get("State"),
                "batch", all.get("BatchSize"),
                "idle", all.get("IdleStrategy"),
                "since", all.get("Since"));
    }

    @Test
    void whatHappensToALoopIsToldToAConsoleAndPulledOverHttp() throws Exception {
        try (JmxConsole console = agent.console("viewer")) {
            List<Notification> ofLoop = console.listen(LOOP);
            List<Notification> ofPlane = console.listen(PLANE);
            NotificationPull pulled = new NotificationPull(agent.viewer(), LOOP);
            etc.removeCounting("feed");
            loop.awaitSlot("feed", "PARKED");
            etc.counting("feed");
            loop.awaitSlot("feed", "ACTIVE");
            String changed = "rdma.dataplane.handler_changed";
            List<String> both = List.of(changed, changed);
            Waiting.until("two of the loop", () -> types(ofLoop).equals(both));
            Waiting.until("two of the data plane", () -> types(ofPlane).equals(both));
            Waiting.until("two pulled", () -> pulled.types().equals(both));
            long first = ofLoop.get(0).getSequenceNumber();
            assertEquals(first + 1, ofLoop.get(1).getSequenceNumber());
            String gone = ofLoop.get(0).getMessage();
            assertTrue(gone.contains("CountingHandler (org.rdmaagent.handlers "), gone);
            assertTrue(gone.endsWith(" went; the queue keeps what is completed"), gone);
            Map<?, ?> content = (Map<?, ?>) ofPlane.get(1).getUserData();
            assertEquals("main", content.get("loop"));
            assertEquals("feed", content.get("cq"));
            assertEquals("HANDLER_CHANGED", content.get("kind"));
        }
    }

    private static List<String> types(List<Notification> heard) {
        List<String> types = new ArrayList<>();
        heard.forEach(one -> types.add(one.getType()));
        return types;
    }
}

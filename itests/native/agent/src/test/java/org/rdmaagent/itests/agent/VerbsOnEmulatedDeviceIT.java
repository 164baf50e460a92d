// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.management.Notification;
import org.jolokia.json.JSONObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an operator does with the verbs of a running agent: on the real libmlx4, over MBeans. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class VerbsOnEmulatedDeviceIT {
    private static final String DEVICE = "rdma:type=Device,device=mlx4_0";
    private static final String PORT = "rdma:type=Port,device=mlx4_0,port=1";
    private static final String PASSWORD = "password of this test only";
    private static final String ATTACH = "attachMulticast";
    private static final String DETACH = "detachMulticast";
    private static final String GROUP = "ff12:401b:ffff::1";
    private static final int MLID = 0xc001;
    private static final int MESSAGES = 1000;
    private static final int BYTES = 4096;
    private static final long QUIET_MILLIS = 15_000;
    private static final String MEMBERSHIP =
            "an attach only tells the local adapter: the subnet administration must have created"
                    + " the group and the port must be a member of it, else nothing arrives";

    private final EmulatedCard card;
    private final Path home;
    private final int jmxPort = JmxConsole.freePort();
    private final NativeAgent agent;
    private JmxConsole viewer;
    private JmxConsole admin;

    VerbsOnEmulatedDeviceIT(@TempDir Path folder) throws Exception {
        card = new EmulatedCard(folder);
        Map<String, String> environment = new HashMap<>(card.environment());
        environment.put("RDMA_AGENT_VIEWER_PASSWORD", PASSWORD);
        environment.put("RDMA_AGENT_ADMIN_PASSWORD", PASSWORD);
        List<String> options =
                List.of("--provider", "native", "--jmx-port", Integer.toString(jmxPort));
        home = folder.resolve("home");
        agent = NativeAgent.start(home, options, environment);
    }

    @BeforeAll
    void prepare() throws Exception {
        configure("feed", "device = mlx4_0\nqkey = 0x0b1b\n");
        configure("wire", "device = mlx4_0\ntype = RC\n");
        viewer = new JmxConsole(jmxPort, "viewer", PASSWORD);
        admin = new JmxConsole(jmxPort, "admin", PASSWORD);
        card.awaitOpened();
        Waiting.until("two queue pairs", () -> queuePairs().size() == 2);
    }

    private void configure(String name, String text) throws Exception {
        Files.writeString(home.resolve("etc/org.rdmaagent.verbs.qp-" + name + ".cfg"), text);
    }

    @AfterAll
    void stop() throws Exception {
        try {
            viewer.close();
            admin.close();
        } finally {
            agent.close();
        }
    }

    @Test
    void theSelfTestPassesAndLeavesNothing() throws Exception {
        assertPassed(selfTest()); // what is loaded once is loaded now
        List<String> pairs = queuePairs();
        Object resources = agent.client().read(DEVICE, "Resources");
        OpenFiles files = agent.files();
        assertPassed(selfTest());
        assertEquals(pairs, queuePairs());
        assertEquals(resources, agent.client().read(DEVICE, "Resources"));
        Waiting.until("the same files as " + files, () -> agent.files().equals(files));
    }

    @Test
    void theSelfTestOfAPortThatIsDownSaysWhatToDo() throws Exception {
        card.does("port mlx4_0 1 down");
        try {
            Row failed = selfTest();
            assertFalse(failed.flag("passed"), failed::toString);
            assertEquals(0, failed.number("received"));
            String text = failed.text("text");
            assertTrue(text.startsWith("mlx4_0/1 is DOWN ("), text);
            assertTrue(text.contains("check the cable, the partner port"), text);
        } finally {
            card.does("port mlx4_0 1 active");
        }
        assertPassed(selfTest());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 0 | 64 | messages lies in 1..1000000, not 0",
                "1 | 1000001 | 64 | messages lies in 1..1000000, not 1000001",
                "1 | 10 | 0 | bytes lies in 1..1048576, not 0",
                "1 | 10 | 2147483647 | bytes lies in 1..1048576, not 2147483647",
                "9 | 10 | 64 | ibv_query_port on mlx4_0/9 failed: EINVAL (22); use a port in 1..2",
                "0 | 10 | 64 | a port number lies in 1..255, not 0",
                "-1 | 10 | 64 | a port number lies in 1..255, not -1",
            })
    void aSelfTestThatCannotBeIsRefusedInWords(int port, int messages, int bytes, String words)
            throws Exception {
        String refused = agent.client().refusal(DEVICE, "selfTest", port, messages, bytes);
        assertTrue(refused.contains(words), refused);
    }

    @Test
    void aGroupIsAttachedOnceAndDetached() throws Exception {
        String feed = queuePair("feed");
        for (int round = 1; round <= 2; round++) {
            String done = admin.group(feed, ATTACH, GROUP, MLID);
            assertTrue(done.contains("is attached to"), done);
            assertTrue(done.contains("the subnet administration has created the group"), done);
            List<Row> groups = groups(feed);
            assertEquals(1, groups.size(), groups::toString);
            assertEquals(MLID, groups.get(0).number("mlid"));
            assertTrue(groups.get(0).text("mgid").startsWith("ff12:401b:ffff:"));
        }
        String stranger = admin.refusedGroup(feed, DETACH, GROUP, MLID + 1);
        assertTrue(stranger.contains("ibv_detach_mcast"), stranger);
        assertTrue(stranger.contains("is not attached; attached are ff12:401b:ffff:"), stranger);
        assertEquals(1, groups(feed).size());
        String done = admin.group(feed, DETACH, GROUP, MLID);
        assertTrue(done.contains("is no longer attached to"), done);
        assertEquals(List.of(), groups(feed));
        String again = admin.refusedGroup(feed, DETACH, GROUP, MLID);
        assertTrue(again.contains("is not attached; attached are none"), again);
    }

    @Test
    void eachRefusalOfAGroupHasItsOwnReason() throws Exception {
        String feed = queuePair("feed");
        String wire = queuePair("wire");
        List<String> refusals =
                List.of(
                        refusedAttach(wire, GROUP, MLID, "wire", "this is RC: make one"),
                        refusedAttach(feed, "fe80::1", MLID, "feed", "is no multicast GID"),
                        refusedAttach(feed, GROUP, 0x1, "feed", "not 1: use the MLID"),
                        refusedAttach(feed, GROUP, 0xffff, "feed", "not 65535: use the MLID"));
        assertEquals(refusals.size(), Set.copyOf(refusals).size(), refusals::toString);
        assertEquals(List.of(), groups(feed));
        assertEquals(List.of(), groups(wire));
    }

    private String refusedAttach(String pair, String mgid, int mlid, String name, String reason) {
        String refused = admin.refusedGroup(pair, ATTACH, mgid, mlid);
        String start = "ibv_attach_mcast on " + name + " failed: EINVAL (22); ";
        assertTrue(refused.startsWith(start), refused);
        assertTrue(refused.contains(reason), refused);
        assertTrue(refused.endsWith(MEMBERSHIP), refused);
        return refused;
    }

    @Test
    void whatHappensToPortsIsToldToAConsole() throws Exception {
        List<Notification> heard = viewer.listen(DEVICE);
        PortEvents events = new PortEvents(heard);
        for (String line : PortEvents.lines()) {
            card.does(line);
        }
        events.awaitAll();
        events.assertNumbered();
        events.assertRemembered(Row.listOf(agent.client().read(DEVICE, "RecentEvents")));
        Waiting.until("the new LIDs", () -> lids().equals(List.of(0x40, 0x41)));
        Waiting.until("the new GID", () -> port("Gids").contains("fe80:0000:0000:0007:"));
        Waiting.until("the new P_Key", () -> port("Pkeys").contains("0x8123"));
        assertPassed(selfTest());
    }

    private List<Integer> lids() throws Exception {
        Row port = agent.bean(PORT);
        return List.of(port.number("Lid"), port.number("SmLid"));
    }

    private String port(String attribute) throws Exception {
        return agent.client().read(PORT, attribute).toString();
    }

    /** The last one: what was open is lost, and the card is as new afterwards. */
    @Test
    @Order(Integer.MAX_VALUE)
    void anAgentWhoseDeviceFailsStaysUpAndGoesOnWhenItIsBack() throws Exception {
        List<Notification> heard = viewer.listen(DEVICE);
        long before = agent.log().lines().count();
        card.does("event mlx4_0 0 device_fatal");
        Waiting.until("the event", () -> !heard.isEmpty());
        assertEquals("rdma.event.device_fatal", heard.get(0).getType());
        assertEquals("DEVICE_FATAL on mlx4_0", heard.get(0).getMessage());
        saysThatItFailed();
        long end = Long.parseLong(agent.text("UptimeMillis")) + QUIET_MILLIS;
        Waiting.until("a while", () -> Long.parseLong(agent.text("UptimeMillis")) > end);
        List<String> lines = agent.log().lines().skip(before).toList();
        assertTrue(lines.size() < 10, lines::toString);
        assertEquals(1, heard.size(), heard::toString);
        assertTrue(agent.running());
        card.does("reset mlx4_0");
        goesOn(heard);
    }

    private void saysThatItFailed() throws Exception {
        for (String what :
                List.of(
                        "no events of mlx4_0: ibv_open_device on mlx4_0 failed: ",
                        "queue pair feed: ibv_query_device on mlx4_0 failed: EIO (5)",
                        "queue pair wire: ibv_query_device on mlx4_0 failed: EIO (5)")) {
            Waiting.until(what, () -> health("verbs", "WARN").contains(what));
        }
        String query = "ibv_query_device on mlx4_0 failed: EIO (5)";
        Waiting.until(query, () -> health("devices", "CRITICAL").contains(query));
        String refused = agent.client().refusal(DEVICE, "selfTest", 1, MESSAGES, BYTES);
        assertTrue(refused.contains("on mlx4_0 failed: EIO (5)"), refused);
        assertTrue(refused.contains("look at the kernel's log"), refused);
        Waiting.until("no queue pairs", () -> queuePairs().isEmpty());
    }

    private void goesOn(List<Notification> heard) throws Exception {
        Waiting.until("two queue pairs", () -> queuePairs().size() == 2);
        Waiting.until("all well", () -> !health("verbs", "OK").isEmpty());
        assertPassed(selfTest());
        card.does("event mlx4_0 1 sm_change");
        Waiting.until("the next event", () -> heard.size() > 1);
        assertEquals("SM_CHANGE on mlx4_0/1", heard.get(1).getMessage());
        assertEquals(heard.get(0).getSequenceNumber() + 1, heard.get(1).getSequenceNumber());
    }

    /** The text of a check that is graded so; empty if it is graded otherwise. */
    private String health(String check, String grade) throws Exception {
        Row row = agent.health(check);
        return row.text("grade").equals(grade) ? row.text("text") : "";
    }

    private Row selfTest() throws Exception {
        return new Row((JSONObject) agent.client().exec(DEVICE, "selfTest", 1, MESSAGES, BYTES));
    }

    private static void assertPassed(Row result) {
        assertTrue(result.flag("passed"), result::toString);
        assertEquals(MESSAGES, result.number("received"));
        assertEquals(0, result.number("errors"));
        assertEquals("RC", result.text("transport"));
        long median = nanos(result, "medianNanos");
        long slow = nanos(result, "percentile99Nanos");
        assertTrue(0 < median && median <= slow, result::toString);
        assertTrue(slow <= nanos(result, "largestNanos"), result::toString);
        assertTrue(result.number("messagesPerSecond") > 0, result::toString);
        assertTrue(result.text("text").contains("RDMA works"), result::toString);
    }

    private static long nanos(Row result, String field) {
        return ((Number) result.value(field)).longValue();
    }

    private List<String> queuePairs() throws Exception {
        return agent.client().search("rdma:type=QueuePair,*");
    }

    /** The MBean of a configured one. */
    private String queuePair(String name) throws Exception {
        for (String pair : queuePairs()) {
            if (agent.client().read(pair, "Name").equals(name)) {
                return pair;
            }
        }
        throw new AssertionError("no " + name + " in " + queuePairs());
    }

    private List<Row> groups(String pair) throws Exception {
        return Row.listOf(agent.client().read(pair, "AttachedGroups"));
    }
}

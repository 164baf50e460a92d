// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jolokia.json.JSONArray;
import org.jolokia.json.JSONObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** A refusal that comes after the deed would be none: here the deeds are looked for. */
@SuppressWarnings("NullAway.Init") // set before all tests
class RoleEffectsIT {
    private static final String FABRIC = "rdma:type=Fabric,device=mlx4_0,port=1";
    private static final String MEMORY = "java.lang:type=Memory";
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final String TEXT = "java.lang.String";

    @TempDir private static Path folder;
    private static AgentProcess agent;
    private static Roads roads;

    @BeforeAll
    static void start() throws Exception {
        agent = AgentProcess.start(folder.resolve("home"), List.of("--provider", "sim"), Map.of());
        agent.awaitReady();
        roads = new Roads(agent);
    }

    @AfterAll
    static void stop() throws Exception {
        agent.close();
    }

    @TestFactory
    Stream<DynamicTest> whatAViewerIsRefusedDoesNotHappen() {
        return roads.of(Role.VIEWER)
                .map(road -> dynamicTest(road.name(), () -> refusedWithoutEffect(road)));
    }

    private static void refusedWithoutEffect(Roads.Named road) throws Exception {
        Path dump = folder.resolve(road.name() + ".hprof");
        Object before = everything();
        try (Road opened = road.opener().open()) {
            for (Road.Step step : deeds(dump)) {
                assertTrue(opened.walk(step).refused(), step.toString());
            }
        }
        assertEquals(before, everything());
        assertFalse(Files.exists(dump));
    }

    /** Calls that would leave traces. */
    private static List<Road.Step> deeds(Path dump) {
        String diagnostic = "com.sun.management:type=HotSpotDiagnostic";
        List<String> types = List.of(TEXT, "boolean");
        return List.of(
                Roads.call(FABRIC, "setMaxSmpsOnWire", List.of("int"), 99),
                Roads.call(FABRIC, "discover", List.of()),
                Roads.call(FABRIC, "destroy", List.of()),
                new Road.Write(MEMORY, "Verbose", true),
                Roads.call(diagnostic, "dumpHeap", types, dump.toString(), true));
    }

    /** What the deeds would change. */
    private static Object everything() throws Exception {
        List<Road.Step> steps = new ArrayList<>();
        steps.add(new Road.Read(MEMORY, "Verbose"));
        JSONObject fabric = (JSONObject) agent.viewer().ask(read(FABRIC));
        fabric.keySet().forEach(attribute -> steps.add(new Road.Read(FABRIC, attribute)));
        assertTrue(steps.size() > 15, steps.toString());
        try (Road road = roads.overJolokia(Role.ADMIN)) {
            return road.walk(steps);
        }
    }

    @TestFactory
    Stream<DynamicTest> whatAManagerMayDoHappens() {
        return roads.of(Role.MANAGER).map(road -> dynamicTest(road.name(), () -> changes(road)));
    }

    private static void changes(Roads.Named road) throws Exception {
        try (Road opened = road.opener().open()) {
            int before = number(opened.walk(onWire(21)));
            assertEquals(21L, ((Number) agent.viewer().read(FABRIC, "MaxSmpsOnWire")).longValue());
            int changed = number(opened.walk(onWire(before)));
            assertEquals(21, changed);
        }
    }

    private static int number(Road.Outcome outcome) {
        if (outcome.value() instanceof Number number) {
            return number.intValue();
        }
        throw new AssertionError(outcome);
    }

    private static Road.Step onWire(int smps) {
        return Roads.call(FABRIC, "setMaxSmpsOnWire", List.of("int"), smps);
    }

    @Test
    void aViewerPullsTheNotificationsOfASweep() throws Exception {
        JolokiaClient viewer = agent.viewer();
        JSONObject registered =
                (JSONObject) viewer.ask("{\"type\":\"notification\",\"command\":\"register\"}");
        Object id = Objects.requireNonNull(registered.get("id"));
        JSONObject add = JolokiaClient.parse("{\"type\":\"notification\",\"command\":\"add\"}");
        add.put("mode", "pull");
        add.put("client", id);
        add.put("mbean", FABRIC);
        Object handle = viewer.ask(add.toJSONString());
        String store = viewer.search("jolokia:type=NotificationStore,*").get(0);
        try (Road watching = roads.overJolokia(Role.VIEWER);
                Road sweeping = roads.overJolokia(Role.MANAGER)) {
            sweeping.walk(Roads.call(FABRIC, "discover", List.of()));
            Road.Step pull = Roads.call(store, "pull", List.of(TEXT, TEXT), id, handle);
            Road.Outcome pulled = watching.walk(pull);
            for (long end = System.nanoTime() + LIMIT_NANOS;
                    pulled.value() == null && System.nanoTime() < end; ) {
                pulled = watching.walk(pull);
            }
            assertTrue(pulled.toString().contains("rdma.fabric.sweep"), pulled.toString());
        }
    }

    /** All answers to a bulk request are held until the last one is there. */
    @Test
    void aViewerCannotTakeTheWholeHeap() throws Exception {
        JSONArray lists = new JSONArray();
        for (int i = 0; i < 3000; i++) {
            lists.add(JolokiaClient.parse("{\"type\":\"list\"}"));
        }
        JSONArray answers = agent.viewer().bulk(lists);
        assertEquals(3000, answers.size());
        assertEquals(200L, ((JSONObject) answers.get(0)).get("status"));
        JSONObject last = (JSONObject) answers.get(2999);
        assertTrue(last.toJSONString().contains("send it in parts"), last.toJSONString());
        assertTrue(agent.running());
        assertEquals("sim", agent.viewer().read("rdma:type=Agent", "Provider"));
    }

    /** What a login may not read is not in the list either, whichever way it asks. */
    @Test
    void hiddenMBeansAreNotListed() throws Exception {
        for (String user : List.of("viewer", "manager")) {
            JolokiaClient client =
                    new JolokiaClient(agent.httpPort(), user, AgentProcess.password(user));
            List<String> names = client.search("*:*");
            assertTrue(names.stream().anyMatch(name -> name.startsWith("rdma:")), user);
            assertFalse(names.stream().anyMatch(name -> name.contains("karaf")), user);
            JSONObject list = (JSONObject) client.ask("{\"type\":\"list\"}");
            assertFalse(list.toJSONString().contains("org.apache.karaf"), user);
        }
    }

    private static String read(String mbean) {
        return "{\"type\":\"read\",\"mbean\":\"" + mbean + "\"}";
    }
}

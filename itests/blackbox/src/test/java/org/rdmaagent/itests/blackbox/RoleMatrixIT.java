// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jolokia.json.JSONObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every attribute and every operation of every MBean of a running agent, asked for by each login,
 * over Jolokia and over JMX, against {@link RoleTable}.
 */
@SuppressWarnings("NullAway.Init") // set before all tests
class RoleMatrixIT {
    private static final String MEMORY = "java.lang:type=Memory";
    private static final String DIAGNOSTIC = "com.sun.management:type=HotSpotDiagnostic";
    private static final String LOGGING = "java.util.logging:type=Logging";
    private static final String TEXT = "java.lang.String";
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final List<String> TYPES =
            List.of(
                    "Agent",
                    "Device",
                    "Port",
                    "Fabric",
                    "QueuePair",
                    "DataPlane",
                    "PollLoop",
                    "Multicast",
                    "Mlx4Context");

    /**
     * A step, and who may take it.
     *
     * @param least the least of the roles that may
     */
    private record Row(Road.Step step, Role least) {}

    private interface Rows {
        List<Row> of(Role role);
    }

    @TempDir private static Path folder;
    private static AgentProcess agent;
    private static List<Bean> beans;

    @BeforeAll
    static void start() throws Exception {
        agent = AgentProcess.start(folder.resolve("home"), List.of("--provider", "sim"), Map.of());
        agent.awaitReady();
        JolokiaClient admin =
                new JolokiaClient(agent.httpPort(), "admin", AgentProcess.ADMIN_PASSWORD);
        configure("verbs.qp-feed", "device = mlx4_0\n");
        configure("dataplane.loop-main", "queues = feed\n");
        await(admin, "rdma:type=QueuePair,*");
        await(admin, "rdma:type=PollLoop,*");
        await(admin, "rdma:type=Multicast");
        await(admin, "rdma:type=Mlx4Context,*");
        beans = Bean.of((JSONObject) admin.ask("{\"type\":\"list\"}"));
    }

    /** So that there is an MBean of each type. */
    private static void configure(String pid, String text) throws IOException {
        Files.writeString(folder.resolve("home/etc/org.rdmaagent." + pid + ".cfg"), text);
    }

    private static void await(JolokiaClient client, String pattern) throws Exception {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (client.search(pattern).isEmpty()) {
            assertTrue(System.nanoTime() < end, "no " + pattern);
            TimeUnit.MILLISECONDS.sleep(100); // another process has to move
        }
    }

    @AfterAll
    static void stop() throws Exception {
        agent.close();
    }

    @Test
    void theWalkMeetsTheWholeAgent() {
        for (String type : TYPES) {
            assertTrue(rdma().anyMatch(bean -> bean.name().contains("type=" + type)), type);
        }
        assertTrue(beans.stream().anyMatch(bean -> bean.domain().equals("jolokia")));
        assertTrue(beans.stream().mapToInt(bean -> bean.attributes().size()).sum() > 300);
    }

    @Test
    void eachOperationOfTheAgentHasARow() {
        List<String> unknown = new ArrayList<>();
        rdma().forEach(
                        bean ->
                                bean.operations().stream()
                                        .filter(one -> RoleTable.calls(bean, one.name()).isEmpty())
                                        .map(one -> bean.name() + " " + one.signed())
                                        .forEach(unknown::add));
        assertEquals(List.of(), unknown, "add a row to RoleTable for each");
    }

    @TestFactory
    Stream<DynamicTest> attributesAreReadByWhomTheTableSays() {
        return everybody(
                role -> {
                    List<Row> rows = new ArrayList<>();
                    for (Bean bean : beans) {
                        for (Bean.Attribute one : bean.attributes()) {
                            Road.Step step = new Road.Read(bean.name(), one.name());
                            rows.add(new Row(step, RoleTable.reads(bean)));
                        }
                    }
                    return rows;
                });
    }

    /** Those who may are tried in {@link #theAgentsOperationsAreCalledByWhomTheTableSays()}. */
    @TestFactory
    Stream<DynamicTest> everyOperationAndWriteIsRefusedToThoseWhoMayNot() {
        return everybody(
                role ->
                        beans.stream()
                                .flatMap(bean -> Stream.concat(operations(bean), writes(bean)))
                                .filter(row -> !role.isAtLeast(row.least()))
                                .toList());
    }

    @TestFactory
    Stream<DynamicTest> theAgentsOperationsAreCalledByWhomTheTableSays() {
        return everybody(
                role ->
                        rdma().flatMap(RoleMatrixIT::unambiguous)
                                .filter(row -> role.isAtLeast(row.least()))
                                .toList());
    }

    @TestFactory
    Stream<DynamicTest> whatTheJavaMachineAndJolokiaOfferIsTheAdmins() {
        List<String> two = List.of(TEXT, TEXT);
        String noDump = folder.resolve("no.dump").toString(); // a name that the JDK refuses
        List<Row> rows =
                Stream.of(
                                Roads.call(MEMORY, "gc", List.of()),
                                new Road.Write(MEMORY, "Verbose", false),
                                Roads.call(
                                        DIAGNOSTIC,
                                        "dumpHeap",
                                        List.of(TEXT, "boolean"),
                                        noDump,
                                        true),
                                Roads.call(LOGGING, "setLoggerLevel", two, "none.such", "INFO"),
                                Roads.call(LOGGING, "getLoggerLevel", List.of(TEXT), ""),
                                Roads.call(named("jolokia:type=Config"), "debugInfo", List.of()),
                                Roads.call(
                                        named("jolokia:type=History"),
                                        "resetHistoryEntries",
                                        List.of()))
                        .map(step -> new Row(step, Role.ADMIN))
                        .toList();
        return everybody(role -> rows);
    }

    private static Stream<DynamicTest> everybody(Rows rows) {
        return Stream.of(Role.values())
                .flatMap(
                        role ->
                                new Roads(agent)
                                        .of(role)
                                        .map(
                                                road ->
                                                        dynamicTest(
                                                                role.user() + " by " + road.name(),
                                                                walk(role, road, rows))));
    }

    private static Executable walk(Role role, Roads.Named road, Rows rows) {
        return () -> {
            List<Row> all = rows.of(role);
            List<String> wrong = new ArrayList<>();
            try (Road opened = road.opener().open()) {
                List<Road.Outcome> outcomes = opened.walk(all.stream().map(Row::step).toList());
                for (int i = 0; i < all.size(); i++) {
                    Road.Outcome outcome = outcomes.get(i);
                    boolean may = role.isAtLeast(all.get(i).least());
                    if (outcome.refused() == may || (may && !outcome.found())) {
                        wrong.add((may ? "not let: " : "let: ") + all.get(i).step() + outcome);
                    }
                }
            }
            assertEquals(List.of(), wrong);
        };
    }

    /** Each operation with its types, and by its name alone. */
    private static Stream<Row> operations(Bean bean) {
        List<Row> rows = new ArrayList<>();
        for (Bean.Operation one : bean.operations()) {
            Role least = RoleTable.calls(bean, one.name()).orElse(Role.ADMIN);
            for (List<String> types : Arrays.asList(one.types(), null)) {
                Road.Step step = new Road.Call(bean.name(), one.name(), types, one.arguments());
                rows.add(new Row(step, least));
            }
        }
        return rows.stream();
    }

    /** Without the names that several operations share: Jolokia refuses the request as a whole. */
    private static Stream<Row> unambiguous(Bean bean) {
        return operations(bean)
                .filter(
                        row ->
                                !(row.step() instanceof Road.Call call)
                                        || call.types() != null
                                        || overloads(bean, call.operation()) == 1);
    }

    private static long overloads(Bean bean, String operation) {
        return bean.operations().stream().filter(one -> one.name().equals(operation)).count();
    }

    private static Stream<Row> writes(Bean bean) {
        return bean.attributes().stream()
                .filter(Bean.Attribute::writable)
                .map(
                        one ->
                                new Row(
                                        new Road.Write(bean.name(), one.name(), 7),
                                        RoleTable.writes(bean, one.name())));
    }

    private static Stream<Bean> rdma() {
        return beans.stream().filter(bean -> bean.domain().equals("rdma"));
    }

    /** The one MBean whose name begins so; Jolokia's own carry the process in their names. */
    private static String named(String start) {
        return beans.stream()
                .map(Bean::name)
                .filter(name -> name.startsWith(start))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + start + " in the list"));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jolokia.json.JSONArray;
import org.jolokia.json.JSONObject;
import org.rdmaagent.itests.blackbox.AgentProcess;
import org.rdmaagent.itests.blackbox.JolokiaClient;

/** A {@code ./run} beside real libraries, seen over Jolokia by one manager on one connection. */
final class NativeAgent implements AutoCloseable {
    private static final String SCAN = "org.rdmaagent.jna.netdisc.child.ScanMain";
    private static final String AGENT = "rdma:type=Agent";

    private final AgentProcess process;
    private final JolokiaClient client;

    private NativeAgent(AgentProcess process) {
        this.process = process;
        this.client = process.manager();
    }

    /** Starts it and waits until it is ready. */
    static NativeAgent start(Path home, String provider, Map<String, String> environment)
            throws Exception {
        return start(home, List.of("--provider", provider), environment);
    }

    /** The same with any options. */
    static NativeAgent start(Path home, List<String> options, Map<String, String> environment)
            throws Exception {
        return startBy(List.of(), home, options, environment);
    }

    /** The same by a program that becomes it, given with its own arguments. */
    static NativeAgent startBy(
            List<String> prefix, Path home, List<String> options, Map<String, String> environment)
            throws Exception {
        AgentProcess process = AgentProcess.startBy(prefix, home, options, environment);
        boolean ready = false;
        try {
            process.awaitReady();
            ready = true;
        } finally {
            if (!ready) {
                process.close();
            }
        }
        return new NativeAgent(process);
    }

    JolokiaClient client() {
        return client;
    }

    /** Who may only read. */
    JolokiaClient viewer() {
        return process.viewer();
    }

    /** Who may do everything. */
    JolokiaClient admin() {
        return process.admin();
    }

    /** A console of one of the logins. */
    JmxConsole console(String user) throws IOException {
        return new JmxConsole(process.jmxPort(), user, AgentProcess.password(user));
    }

    /** The process of its JVM. */
    long pid() {
        return process.pid();
    }

    FabricBean fabric(String device, int port) {
        return new FabricBean(client, "rdma:type=Fabric,device=" + device + ",port=" + port);
    }

    /** The ports that are offered for discovery. */
    List<String> fabrics() throws IOException, InterruptedException {
        return client.search("rdma:type=Fabric,*");
    }

    /** What it says of itself. */
    String text(String attribute) throws IOException, InterruptedException {
        return String.valueOf(client.read(AGENT, attribute));
    }

    /** The row of a library. */
    Row library(String soname) throws IOException, InterruptedException {
        return named(soname, "NativeLibraries");
    }

    /** The row of a health check. */
    Row health(String check) throws IOException, InterruptedException {
        return named(check, "Health");
    }

    /** How a queue of mlx4 is polled unless its loop's file says otherwise. */
    String bestPort() throws IOException, InterruptedException {
        boolean ffm =
                Row.listOf(client.read(AGENT, "Bundles")).stream()
                        .anyMatch(
                                row ->
                                        row.text("name").equals("org.rdmaagent.ffm")
                                                && row.text("state").equals("ACTIVE"));
        return ffm ? "peek+ffm" : "peek+jna";
    }

    /** The number of a queue pair, whose MBean comes later than the pair. */
    int queuePair(String name) throws Exception {
        List<Integer> found = new ArrayList<>();
        Waiting.until(
                "queue pair " + name,
                () -> {
                    found.addAll(queuePairs(name));
                    return !found.isEmpty();
                });
        return found.get(0);
    }

    /** A name may still be there whose queue pair is not: what it answers is passed over. */
    private List<Integer> queuePairs(String name) throws IOException, InterruptedException {
        JSONArray reads = new JSONArray();
        for (String bean : client.search("rdma:type=QueuePair,*")) {
            JSONObject read = new JSONObject();
            read.putAll(Map.of("type", "read", "mbean", bean));
            reads.add(read);
        }
        JSONArray answers = reads.isEmpty() ? reads : client.bulk(reads);
        return answers.stream()
                .map(answer -> ((JSONObject) answer).get("value"))
                .filter(JSONObject.class::isInstance)
                .map(value -> new Row((JSONObject) value))
                .filter(pair -> pair.text("Name").equals(name))
                .map(pair -> pair.number("Qpn"))
                .toList();
    }

    private Row named(String name, String attribute) throws IOException, InterruptedException {
        List<Row> rows = Row.listOf(client.read(AGENT, attribute));
        return rows.stream()
                .filter(row -> row.text("name").equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + rows));
    }

    /** An MBean with all its attributes. */
    Row bean(String name) throws IOException, InterruptedException {
        return new Row(client.readAll(name));
    }

    OpenFiles files() throws IOException {
        return OpenFiles.of(process.pid());
    }

    /** The process beside it that libibnetdisc runs in, if one does. */
    Optional<ProcessHandle> scanProcess() {
        return ProcessHandle.of(process.pid()).stream()
                .flatMap(ProcessHandle::descendants)
                .filter(child -> child.info().commandLine().orElse("").contains(SCAN))
                .findFirst();
    }

    ProcessHandle awaitScanProcess(long seconds) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() - end < 0) {
            Optional<ProcessHandle> scan = scanProcess();
            if (scan.isPresent()) {
                return scan.get();
            }
            Thread.onSpinWait();
        }
        throw new AssertionError("no scan began in " + seconds + " s");
    }

    String log() throws IOException {
        return process.log();
    }

    boolean running() {
        return process.running();
    }

    @Override
    public void close() throws IOException {
        process.close();
    }
}

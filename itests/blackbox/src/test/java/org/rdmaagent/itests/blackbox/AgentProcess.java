// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.blackbox;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A {@code ./run} that was started as a child process. Closing it stops it. */
public final class AgentProcess implements AutoCloseable {
    /** How long a start may take, seconds. */
    public static final long START_SECONDS = 90;

    static final long STOP_SECONDS = 40;
    static final String VIEWER_PASSWORD = "viewer of the black-box tests";
    static final String MANAGER_PASSWORD = "manager of the black-box tests";
    static final String ADMIN_PASSWORD = "admin of the black-box tests";

    private final Process process;
    private final Path home;
    private final Path errors;
    private final int httpPort;
    private final int jmxPort;
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final CompletableFuture<String> ready = new CompletableFuture<>();
    private final Thread reader = new Thread(this::read, "stdout");

    private AgentProcess(Process process, Path home, Path errors, int httpPort, int jmxPort) {
        this.process = process;
        this.home = home;
        this.errors = errors;
        this.httpPort = httpPort;
        this.jmxPort = jmxPort;
        reader.setDaemon(true);
        reader.start();
    }

    /** Starts {@code ./run} on free ports in a home. */
    public static AgentProcess start(
            Path home, List<String> options, Map<String, String> environment) throws IOException {
        return start(ProjectTree.root(), home, options, environment);
    }

    /** The same from another checkout of the project. */
    static AgentProcess start(
            Path checkout, Path home, List<String> options, Map<String, String> environment)
            throws IOException {
        return start(List.of(), checkout, home, options, environment);
    }

    /**
     * The same by a program that becomes it.
     *
     * @param prefix the program and its own arguments, such as {@code setpriv} and a user
     */
    public static AgentProcess startBy(
            List<String> prefix, Path home, List<String> options, Map<String, String> environment)
            throws IOException {
        return start(prefix, ProjectTree.root(), home, options, environment);
    }

    private static AgentProcess start(
            List<String> prefix,
            Path checkout,
            Path home,
            List<String> options,
            Map<String, String> environment)
            throws IOException {
        int httpPort = ProjectTree.freePort();
        int jmxPort = ProjectTree.freePort();
        List<String> command = new ArrayList<>(prefix);
        command.add(checkout.resolve("run").toString());
        command.addAll(List.of("--home", home.toString()));
        command.addAll(List.of("--http-port", Integer.toString(httpPort)));
        command.addAll(List.of("--jmx-port", Integer.toString(jmxPort)));
        command.addAll(options);
        Path errors = Files.createTempFile("rdma-agent", ".err");
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
        builder.environment().put("RDMA_AGENT_VIEWER_PASSWORD", VIEWER_PASSWORD);
        builder.environment().put("RDMA_AGENT_MANAGER_PASSWORD", MANAGER_PASSWORD);
        builder.environment().put("RDMA_AGENT_ADMIN_PASSWORD", ADMIN_PASSWORD);
        builder.environment().put("RDMA_AGENT_ARCHIVE", System.getProperty("rdma.distribution"));
        builder.environment().putAll(environment);
        return new AgentProcess(builder.start(), home, errors, httpPort, jmxPort);
    }

    /** The URL of the ready line. */
    public String awaitReady() throws InterruptedException, ExecutionException, IOException {
        return awaitReady(START_SECONDS);
    }

    String awaitReady(long seconds) throws InterruptedException, ExecutionException, IOException {
        try {
            return ready.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return fail("not ready after " + seconds + " s; " + everything(), e);
        }
    }

    /** SIGTERM, as an operator or systemd would; answers the exit status. */
    public int terminate() throws InterruptedException, IOException {
        process.toHandle().destroy(); // Process.destroy would close the streams and lose the end
        return awaitExit(STOP_SECONDS);
    }

    int awaitExit(long seconds) throws InterruptedException, IOException {
        assertTrue(process.waitFor(seconds, TimeUnit.SECONDS), "still runs; " + everything());
        reader.join(TimeUnit.SECONDS.toMillis(seconds));
        return process.exitValue();
    }

    /** Reads as a viewer. */
    public JolokiaClient viewer() {
        return new JolokiaClient(httpPort, "viewer", VIEWER_PASSWORD);
    }

    /** Reads and acts as a manager. */
    public JolokiaClient manager() {
        return new JolokiaClient(httpPort, "manager", MANAGER_PASSWORD);
    }

    /** Reads and does everything. */
    public JolokiaClient admin() {
        return new JolokiaClient(httpPort, "admin", ADMIN_PASSWORD);
    }

    /** The process of the JVM: {@code ./run} is replaced by it. */
    public long pid() {
        return process.pid();
    }

    /** Whether its process is there. */
    public boolean running() {
        return process.isAlive();
    }

    int httpPort() {
        return httpPort;
    }

    /** Where JMX over RMI listens. */
    public int jmxPort() {
        return jmxPort;
    }

    /** The password of one of the agent's logins. */
    public static String password(String user) {
        return switch (user) {
            case "viewer" -> VIEWER_PASSWORD;
            case "manager" -> MANAGER_PASSWORD;
            case "admin" -> ADMIN_PASSWORD;
            default -> throw new IllegalArgumentException(user);
        };
    }

    /** Standard output so far. */
    List<String> lines() {
        return List.copyOf(lines);
    }

    /** Standard error so far. */
    String errors() throws IOException {
        return Files.readString(errors);
    }

    /** The log so far. */
    public String log() throws IOException {
        Path log = home.resolve("data/log/rdma-agent.log");
        return Files.exists(log) ? Files.readString(log) : "";
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            process.onExit().orTimeout(STOP_SECONDS, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            process.destroyForcibly().onExit().join();
        }
        Files.deleteIfExists(errors);
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
                if (line.startsWith("rdma-agent ready: ")) {
                    ready.complete(line.substring("rdma-agent ready: ".length()));
                }
            }
            ready.completeExceptionally(new IllegalStateException("ended: " + everything()));
        } catch (IOException e) {
            ready.completeExceptionally(e);
        }
    }

    private String everything() throws IOException {
        return "stdout " + lines() + ", stderr " + errors() + ", log " + log();
    }
}

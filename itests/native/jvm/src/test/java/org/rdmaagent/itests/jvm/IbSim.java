// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.text.IbnetdiscoverWriter;

/** A running ibsim with its console. */
public final class IbSim implements AutoCloseable {
    private static final int SPARE = 64;
    private static final String PROMPT = "sim> ";
    private static final String SOCKET_NAME = "IBSIM_SOCKNAME";
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Process process;
    private final Map<String, String> client;
    private final StringBuilder output = new StringBuilder();
    private boolean ended;

    private IbSim(Process process, Map<String, String> client) {
        this.process = process;
        this.client = client;
    }

    /** Serves a topology; this host is its origin. */
    public static IbSim start(Topology topology, Path folder)
            throws IOException, InterruptedException {
        String program = NativeTools.program("ibsim", "ibsim-utils");
        Path net = folder.resolve("fabric.net");
        Files.writeString(net, IbnetdiscoverWriter.write(topology));
        ProcessBuilder builder =
                new ProcessBuilder(
                        program,
                        "-s",
                        "-N",
                        Integer.toString(topology.nodes().size() + SPARE),
                        "-S",
                        Integer.toString(topology.count(NodeType.SWITCH) + SPARE),
                        "-P",
                        Integer.toString(ports(topology) + SPARE),
                        "-L",
                        "49152",
                        net.toString());
        builder.environment().put(SOCKET_NAME, socketName(folder));
        Process process = builder.redirectErrorStream(true).start();
        IbSim sim = new IbSim(process, client(topology, folder));
        Thread reader = new Thread(sim::read, "ibsim-console");
        reader.setDaemon(true);
        reader.start();
        sim.awaitPrompt(0);
        return sim;
    }

    /** Those of a switch count from 0. */
    private static int ports(Topology topology) {
        return topology.nodes().stream().mapToInt(node -> node.portCount() + 1).sum();
    }

    private void read() {
        byte[] some = new byte[4096];
        try (InputStream in = process.getInputStream()) {
            for (int count = in.read(some); count >= 0; count = in.read(some)) {
                synchronized (output) {
                    output.append(new String(some, 0, count, StandardCharsets.ISO_8859_1));
                    output.notifyAll();
                }
            }
        } catch (IOException e) {
            // The process ended: the same as an end of file.
        }
        synchronized (output) {
            ended = true;
            output.notifyAll();
        }
    }

    private String awaitPrompt(int from) throws InterruptedException {
        long end = System.nanoTime() + LIMIT_NANOS;
        synchronized (output) {
            while (output.indexOf(PROMPT, from) < 0) {
                long left = end - System.nanoTime();
                if (ended || left <= 0) {
                    throw new AssertionError("ibsim gives no prompt: " + output);
                }
                TimeUnit.NANOSECONDS.timedWait(output, left);
            }
            return output.substring(from);
        }
    }

    /** Gives a command, such as {@code Unlink "S-0002c90300500000"[1]}; returns the answer. */
    public String command(String line) throws IOException, InterruptedException {
        int from;
        synchronized (output) {
            from = output.length();
        }
        OutputStream console = process.getOutputStream();
        console.write((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
        console.flush();
        return awaitPrompt(from);
    }

    /** What a client's environment needs. */
    public Map<String, String> client() {
        return client;
    }

    /** The same for a client that is there before the simulator is. */
    public static Map<String, String> client(Topology topology, Path folder) throws IOException {
        return Map.of(
                "LD_PRELOAD",
                NativeTools.umad2sim(),
                SOCKET_NAME,
                socketName(folder),
                "SIM_HOST",
                "H-" + topology.origin().orElseThrow().guid().toHex());
    }

    /** The socket is an abstract one: its name is all machine's. */
    private static String socketName(Path folder) {
        return "rdma-it-" + ProcessHandle.current().pid() + "-" + folder.getFileName();
    }

    /** At once, in the middle of whatever it does. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}

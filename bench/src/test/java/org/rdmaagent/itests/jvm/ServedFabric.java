// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.text.IbnetdiscoverWriter;

/** An ibsim with room for a topology of any size, served as it is. */
final class ServedFabric implements AutoCloseable {
    private static final int ROOM = 64;

    private final Process process;
    private final Map<String, String> client;

    private ServedFabric(Process process, Map<String, String> client) {
        this.process = process;
        this.client = client;
    }

    /** Returns when it can be asked; this host is the topology's origin. */
    static ServedFabric start(Topology topology, Path folder) throws IOException {
        return start(topology, folder, Map.of());
    }

    /** The same, each answer held back for so long. */
    static ServedFabric delayed(Topology topology, Path folder, int roundTripMicros)
            throws IOException, InterruptedException {
        Path preload = folder.resolve("heldanswers.so");
        Path source = NativeTools.root().resolve("bench/src/test/c/heldanswers.c");
        String compiler = NativeTools.program("gcc", "gcc");
        List<String> command =
                List.of(
                        compiler,
                        "-O2",
                        "-shared",
                        "-fPIC",
                        "-o",
                        preload.toString(),
                        source.toString(),
                        "-ldl");
        Child.run(command, Map.of(), folder, 60).wellEnded();
        return start(
                topology,
                folder,
                Map.of(
                        "LD_PRELOAD",
                        preload.toString(),
                        "HELD_ANSWERS_US",
                        Integer.toString(roundTripMicros)));
    }

    private static ServedFabric start(
            Topology topology, Path folder, Map<String, String> environment) throws IOException {
        String program = NativeTools.program("ibsim", "ibsim-utils");
        String preload = NativeTools.umad2sim();
        Path net = folder.resolve("fabric.net");
        Files.writeString(net, IbnetdiscoverWriter.write(topology));
        // The socket is an abstract one: its name is all machine's.
        String socket =
                "rdma-bench-"
                        + ProcessHandle.current().pid()
                        + "-"
                        + topology.nodes().size()
                        + (environment.isEmpty() ? "" : "-held");
        int ports = topology.nodes().stream().mapToInt(FabricNode::portCount).sum();
        int nodes = topology.nodes().size();
        ProcessBuilder builder =
                new ProcessBuilder(
                        program,
                        "-s",
                        "-N",
                        Integer.toString(nodes + ROOM),
                        "-S",
                        Integer.toString(topology.count(NodeType.SWITCH) + ROOM),
                        "-P",
                        Integer.toString(ports + nodes + ROOM),
                        "-L",
                        "49152",
                        net.toString());
        builder.environment().putAll(environment);
        builder.environment().put("IBSIM_SOCKNAME", socket);
        Process process = builder.redirectErrorStream(true).start();
        awaitReady(process);
        String host = "H-" + topology.origin().orElseThrow().guid().toHex();
        return new ServedFabric(
                process, Map.of("LD_PRELOAD", preload, "IBSIM_SOCKNAME", socket, "SIM_HOST", host));
    }

    private static void awaitReady(Process process) throws IOException {
        BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                process.getInputStream(), StandardCharsets.ISO_8859_1));
        StringBuilder text = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            text.append(line).append('\n');
            if (line.contains("simulator ready")) {
                return;
            }
        }
        throw new IOException("ibsim ended: " + text);
    }

    /** What a client's environment needs. */
    Map<String, String> client() {
        return client;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.sa;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.fabric.FabricNode;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.itests.jvm.IbSim;
import org.rdmaagent.itests.jvm.NativeTools;

/** A running OpenSM at another host of an ibsim than this one. */
final class OpenSm implements AutoCloseable {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final Process process;

    private OpenSm(Process process) {
        this.process = process;
    }

    /** Waits until the subnet is up: before that it gives no answers. */
    static OpenSm start(IbSim sim, Topology topology, Path folder)
            throws IOException, InterruptedException {
        String program = NativeTools.program("opensm", "opensm");
        Path log = folder.resolve("opensm.log");
        Map<String, String> environment = new HashMap<>(sim.client());
        environment.put("SIM_HOST", "H-" + otherHost(topology).guid().toHex());
        environment.put("OSM_CACHE_DIR", folder.toString());
        environment.put("OSM_TMP_DIR", folder.toString());
        // Without it the last lines stay in the program until there are more of them.
        Path settings = Files.writeString(folder.resolve("opensm.conf"), "force_log_flush TRUE\n");
        ProcessBuilder builder =
                new ProcessBuilder(
                        program, "-F", settings.toString(), "-D", "0x3", "-f", log.toString());
        builder.environment().putAll(environment);
        builder.directory(Files.createDirectory(folder.resolve("opensm")).toFile());
        Process process =
                builder.redirectErrorStream(true)
                        .redirectOutput(folder.resolve("opensm.out").toFile())
                        .start();
        OpenSm started = new OpenSm(process);
        started.awaitSubnet(log);
        return started;
    }

    private static NodeKey otherHost(Topology topology) {
        NodeKey here = topology.origin().orElseThrow();
        return topology.nodes().stream()
                .filter(node -> node.type() == NodeType.CA)
                .map(FabricNode::key)
                .filter(key -> !key.equals(here))
                .findFirst()
                .orElseThrow();
    }

    private void awaitSubnet(Path log) throws IOException, InterruptedException {
        long end = System.nanoTime() + LIMIT_NANOS;
        CountDownLatch never = new CountDownLatch(1);
        while (!Files.exists(log) || !Files.readString(log).contains("SUBNET UP")) {
            if (!process.isAlive() || System.nanoTime() > end) {
                close();
                String told = Files.exists(log) ? Files.readString(log) : "no log";
                throw new AssertionError("OpenSM does not bring the subnet up: " + told);
            }
            boolean unused = never.await(20, TimeUnit.MILLISECONDS);
        }
    }

    /** Whether it is still there. */
    boolean isRunning() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}

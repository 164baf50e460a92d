// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.rdmaagent.itests.jvm.Child;
import org.rdmaagent.itests.jvm.NativeTools;

/**
 * A JVM in front of the emulated device.
 *
 * @param title what the tests are named after
 * @param group which cases it runs
 * @param device how the device differs from the usual one: variables of its README
 * @param javaHome whose JVM it is
 */
record GroupRun(String title, String group, Map<String, String> device, Path javaHome) {
    private static final Path THIS_JAVA = Path.of(System.getProperty("java.home"));

    /** Completions of twice the usual size. */
    private static final Map<String, String> LARGE = Map.of("MLX4EMU_CQE64", "1");

    /** Beside one of another driver. */
    private static final Map<String, String> WITH_FOREIGN = Map.of("MLX4EMU_FOREIGN", "1");

    /** What a group needs of the device. */
    private static final Map<String, Map<String, String>> USUAL =
            Map.of(
                    "memlock",
                    Map.of("MLX4EMU_MEMLOCK", "1"),
                    "mlx4 contract",
                    WITH_FOREIGN,
                    "mlx4 foreign",
                    WITH_FOREIGN);

    /** Every group, and the contract of the ports in all the ways that make a difference to it. */
    static List<GroupRun> all() throws IOException {
        List<GroupRun> runs = new ArrayList<>();
        for (String group : new TreeSet<>(CasesMain.GROUPS.keySet())) {
            runs.add(new GroupRun(group, group, USUAL.getOrDefault(group, Map.of()), THIS_JAVA));
        }
        for (String group : List.of("mlx4 allocators", "mlx4 troubles", "mlx4 rounds")) {
            runs.add(new GroupRun(group + ", CQEs of 64 bytes", group, LARGE, THIS_JAVA));
        }
        Map<String, String> both = new HashMap<>(LARGE);
        both.putAll(WITH_FOREIGN);
        String contract = "mlx4 contract";
        runs.add(new GroupRun(contract + ", CQEs of 64 bytes", contract, both, THIS_JAVA));
        String ports = CasesMain.PORT_CONTRACT;
        runs.add(new GroupRun(ports + ", CQEs of 64 bytes", ports, LARGE, THIS_JAVA));
        NewerJava.home()
                .ifPresent(
                        home ->
                                runs.add(
                                        new GroupRun(
                                                ports + ", " + home.getFileName(),
                                                ports,
                                                LARGE,
                                                home)));
        return runs;
    }

    List<String> command() {
        List<String> command = new ArrayList<>();
        if (group.equals("memlock")) {
            command.addAll(List.of("prlimit", "--memlock=65536:65536", "--"));
        }
        int java = command.size();
        command.addAll(Child.java(CasesMain.class.getName(), group));
        if (!javaHome.equals(THIS_JAVA)) {
            command.set(java, javaHome.resolve("bin/java").toString());
            command.add(java + 1, "--enable-native-access=ALL-UNNAMED");
        }
        int at = command.indexOf("-cp");
        command.add(at, "-Drdma.long=" + Boolean.getBoolean("rdma.long"));
        if (List.of("growth", "mlx4 rounds").contains(group)) {
            // The heap is there from the start, so that what grows is not Java's own.
            command.addAll(
                    at, List.of("-XX:+UseSerialGC", "-Xms96m", "-Xmx96m", "-XX:+AlwaysPreTouch"));
        }
        return command;
    }

    Map<String, String> environment() throws IOException, InterruptedException {
        Map<String, String> environment = new HashMap<>(device);
        environment.put("LD_PRELOAD", NativeTools.mlx4emu());
        environment.put("MLX4EMU_STRICT", "1");
        return environment;
    }
}

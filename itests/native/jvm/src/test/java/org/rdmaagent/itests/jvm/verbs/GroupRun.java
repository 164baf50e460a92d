// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import java.io.File;
import java.io.IOException;
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
 * @param group which cases it runs
 * @param device how the device differs from the usual one: variables of its README
 * @param ports how it polls
 * @param extent how much it does
 */
record GroupRun(String group, Map<String, String> device, PortSetting ports, Extent extent) {
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

    /** Those that poll through ports. */
    private static final List<String> PORTS =
            List.of(
                    "closing ports",
                    "completions",
                    "entries",
                    "gone pairs",
                    "handing over",
                    "loops",
                    "replies",
                    "rings");

    /** Every group, and those of the ports in all the ways that make a difference to them. */
    static List<GroupRun> all() throws IOException {
        List<GroupRun> runs = new ArrayList<>();
        for (String group : new TreeSet<>(CasesMain.GROUPS.keySet())) {
            Map<String, String> device = USUAL.getOrDefault(group, Map.of());
            runs.add(new GroupRun(group, device, PortSetting.USUAL, Extent.HERE));
        }
        for (String group : List.of("mlx4 allocators", "mlx4 troubles", "mlx4 rounds")) {
            runs.add(new GroupRun(group, LARGE, PortSetting.USUAL, Extent.HERE));
        }
        Map<String, String> both = new HashMap<>(LARGE);
        both.putAll(WITH_FOREIGN);
        runs.add(new GroupRun("mlx4 contract", both, PortSetting.USUAL, Extent.HERE));
        runs.add(again(CasesMain.PORT_CONTRACT, LARGE, PortSetting.USUAL));
        for (PortSetting ports : PortSetting.memory()) {
            runs.add(again(CasesMain.PORT_CONTRACT, Map.of(), ports));
            runs.add(again(CasesMain.PORT_CONTRACT, LARGE, ports));
            PORTS.forEach(group -> runs.add(again(group, Map.of(), ports)));
        }
        for (PortSetting ports : PortSetting.newer()) {
            runs.add(again(CasesMain.PORT_CONTRACT, LARGE, ports));
        }
        PortSetting.newest()
                .ifPresent(ports -> PORTS.forEach(group -> runs.add(again(group, LARGE, ports))));
        return runs;
    }

    /** With less of everything, as it runs elsewhere, too; a long run stays long. */
    private static GroupRun again(String group, Map<String, String> device, PortSetting ports) {
        Extent extent = Extent.HERE == Extent.USUAL ? Extent.BRIEF : Extent.HERE;
        return new GroupRun(group, device, ports, extent);
    }

    /** What the tests are named after. */
    String title() {
        String usual = ports.equals(PortSetting.USUAL) ? group : group + ", " + ports.title();
        return device.containsKey("MLX4EMU_CQE64") ? usual + ", CQEs of 64 bytes" : usual;
    }

    /** Why it cannot be run; empty if it can. */
    String lacks() {
        return group.equals(CasesMain.TAKEOVERS) ? DirectReading.lacks() : ports.lacks();
    }

    List<String> command() {
        List<String> command = new ArrayList<>();
        if (group.equals("memlock")) {
            command.addAll(List.of("prlimit", "--memlock=65536:65536", "--"));
        }
        int java = command.size();
        command.addAll(Child.java(CasesMain.class.getName(), group));
        if (ports.isElsewhere()) {
            command.set(java, ports.javaHome().resolve("bin/java").toString());
            command.addAll(java + 1, PortSetting.FLAGS);
        }
        int at = command.indexOf("-cp");
        ports.library()
                .ifPresent(
                        jar -> command.set(at + 1, command.get(at + 1) + File.pathSeparator + jar));
        command.add(at, "-Drdma.long=" + (extent == Extent.LONG));
        command.add(at, "-Drdma.brief=" + (extent == Extent.BRIEF));
        command.addAll(at, ports.properties());
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

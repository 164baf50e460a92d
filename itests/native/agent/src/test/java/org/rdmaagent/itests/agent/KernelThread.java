// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.rdmaagent.itests.jvm.Child;
import org.rdmaagent.itests.jvm.NativeTools;

/**
 * What the kernel says of a thread, proc(5).
 *
 * @param name of the thread, at most 15 characters
 * @param nice its nice value
 * @param policy SCHED_OTHER is 0, SCHED_FIFO is 1
 * @param priority its real-time priority; 0 if it has none
 * @param cpus where it may run, as a list
 */
record KernelThread(String name, int nice, int policy, int priority, String cpus) {
    // Fields of stat behind the name, from 0; the manual counts from 1, and from the number on.
    private static final int NICE = 19 - 3;
    private static final int PRIORITY = 40 - 3;
    private static final int POLICY = 41 - 3;
    private static final long TOOL_SECONDS = 20;

    static KernelThread of(long pid, long threadId) throws IOException {
        Path folder = Path.of("/proc", Long.toString(pid), "task", Long.toString(threadId));
        String line = Files.readString(folder.resolve("stat"));
        String[] fields = line.substring(line.lastIndexOf(')') + 2).strip().split(" ", -1);
        return new KernelThread(
                line.substring(line.indexOf('(') + 1, line.lastIndexOf(')')),
                Integer.parseInt(fields[NICE]),
                Integer.parseInt(fields[POLICY]),
                Integer.parseInt(fields[PRIORITY]),
                status(folder, "Cpus_allowed_list"));
    }

    /** A line of a status file. */
    static String status(Path folder, String key) throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve("status"))) {
            return lines.filter(line -> line.startsWith(key + ":"))
                    .map(line -> line.substring(key.length() + 1).strip())
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** {@code chrt} says the same as /proc. */
    static void assertTold(long threadId, String policy, int priority, Path folder)
            throws IOException, InterruptedException {
        String chrt = NativeTools.program("chrt", "util-linux");
        String told = run(List.of(chrt, "-p", Long.toString(threadId)), folder);
        String start = "pid " + threadId + "'s current scheduling ";
        List<String> lines = told.lines().toList();
        // The option to go back to normal in children is told behind the policy.
        assertEquals(start + "policy: " + policy, lines.get(0).split("\\|", -1)[0], told);
        assertEquals(start + "priority: " + priority, lines.get(1), told);
    }

    /** So does {@code taskset}. */
    static void assertPinned(long threadId, int cpu, Path folder)
            throws IOException, InterruptedException {
        String taskset = NativeTools.program("taskset", "util-linux");
        assertEquals(
                "pid " + threadId + "'s current affinity list: " + cpu,
                run(List.of(taskset, "-c", "-p", Long.toString(threadId)), folder).strip());
    }

    private static String run(List<String> command, Path folder)
            throws IOException, InterruptedException {
        return Child.run(command, Map.of(), folder, TOOL_SECONDS).wellEnded();
    }
}

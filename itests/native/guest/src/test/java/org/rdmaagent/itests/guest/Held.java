// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What this process holds.
 *
 * @param resources what the kernel has for it on the devices, by the kinds of {@code rdma resource}
 * @param files how many are open, by what they are
 * @param threads how many there are, native ones too, by their names without numbers; without those
 *     that come and go by themselves
 * @param residentBytes of its memory
 */
record Held(
        Map<String, Integer> resources,
        Map<String, Integer> files,
        Map<String, Integer> threads,
        long residentBytes) {
    private static final List<String> KINDS = List.of("cm_id", "cq", "ctx", "mr", "pd", "qp");

    /** Of the JDK, of JNA, and of the pool that asks handlers for figures; 15 characters each. */
    private static final Set<String> TRANSIENT =
            Set.of("process reaper", "JNA Cleaner", "rdma-handler-fi");

    private static final Pattern MAKER = Pattern.compile(" pid (\\d+) ");
    private static final Path PROCESS = Path.of("/proc/self");

    static Held now() {
        try {
            Map<String, Integer> files = openFiles();
            Map<String, Integer> threads = runningThreads();
            long residentBytes = status("VmRSS:") * 1024;
            return new Held(ofKernel(), files, threads, residentBytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without what is open for as long as the process is: contexts and the domains on them. */
    static Map<String, Integer> objects() {
        Map<String, Integer> objects = ofKernel();
        objects.keySet().removeAll(List.of("ctx", "pd"));
        return objects;
    }

    /** The kernel names the thread that made each; threads of other processes do not count. */
    private static Map<String, Integer> ofKernel() {
        Set<String> own = threadIds();
        Map<String, Integer> resources = new TreeMap<>();
        for (String kind : KINDS) {
            long lines =
                    Tool.run("rdma", "resource", "show", kind)
                            .lines()
                            .map(MAKER::matcher)
                            .filter(maker -> maker.find() && own.contains(maker.group(1)))
                            .count();
            resources.put(kind, Math.toIntExact(lines));
        }
        return resources;
    }

    private static Set<String> threadIds() {
        String[] names = PROCESS.resolve("task").toFile().list();
        return Set.of(names == null ? new String[0] : names);
    }

    /** Pipes and sockets without their numbers; all that lie on a disk are one kind. */
    private static Map<String, Integer> openFiles() throws IOException {
        Map<String, Integer> files = new TreeMap<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(PROCESS.resolve("fd"))) {
            for (Path descriptor : descriptors) {
                String target = target(descriptor);
                if (!target.isEmpty()) {
                    boolean special = !target.startsWith("/") || target.startsWith("/dev/");
                    files.merge(special ? target.replaceAll("\\d+", "") : "file", 1, Integer::sum);
                }
            }
        }
        return files;
    }

    /** Empty if it was closed meanwhile. */
    private static String target(Path descriptor) throws IOException {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    private static Map<String, Integer> runningThreads() throws IOException {
        Map<String, Integer> threads = new TreeMap<>();
        for (String id : threadIds()) {
            String name = threadName(PROCESS.resolve("task").resolve(id).resolve("comm"));
            if (!name.isEmpty()) {
                threads.merge(name, 1, Integer::sum);
            }
        }
        threads.keySet().removeAll(TRANSIENT);
        return threads;
    }

    /** Empty if it has ended: there is no such file, or no such process to read it of. */
    private static String threadName(Path comm) {
        try {
            return Files.readString(comm).strip().replaceAll("\\d+", "");
        } catch (IOException e) {
            return "";
        }
    }

    private static long status(String key) throws IOException {
        return Files.readAllLines(PROCESS.resolve("status")).stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.replaceAll("\\D", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What this process has open and running, to see that something leaves nothing behind. */
record Leftovers(int files, int threads, int processes, int scratch) {
    /** Threads of the scans, open files, children even if they are zombies, files in the folder. */
    static Leftovers now(Path scratchFolder) throws IOException {
        List<Thread> scanning =
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("rdma-netdisc"))
                        .toList();
        scanning.forEach(Leftovers::awaitEnd);
        int files = Objects.requireNonNull(new File("/proc/self/fd").list()).length;
        long threads = scanning.stream().filter(Thread::isAlive).count();
        int scratch;
        try (Stream<Path> all = Files.walk(scratchFolder)) {
            scratch = (int) all.filter(Leftovers::ofAScan).count();
        }
        return new Leftovers(files, (int) threads, children(), scratch);
    }

    /** A thread that has settled its result has a few steps left. */
    private static void awaitEnd(Thread thread) {
        try {
            thread.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Its folder's name begins so; below it lie the classes, which stay as long as the library. */
    private static boolean ofAScan(Path path) {
        return path.toString().contains("/scan-");
    }

    private static int children() throws IOException {
        long self = ProcessHandle.current().pid();
        int count = 0;
        for (String name : Objects.requireNonNull(new File("/proc").list())) {
            if (name.matches("\\d+") && parent(name) == self) {
                count++;
            }
        }
        return count;
    }

    private static long parent(String pid) {
        try {
            String stat = Files.readString(Path.of("/proc", pid, "stat"));
            String behindName = stat.substring(stat.lastIndexOf(')') + 2);
            return Long.parseLong(behindName.split(" ")[1]);
        } catch (IOException e) {
            return -1; // it ended meanwhile
        }
    }
}

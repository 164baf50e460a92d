// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.ThreadScheduling;

/** Asks the kernel in threads that end with the test; what it does not allow here is skipped. */
class LinuxSchedulingTest {
    private final ThreadScheduling threads = LinuxScheduling.load().orElseThrow();

    private static RdmaException refused(String errno, Executable call) {
        RdmaException refusal = assertThrows(RdmaException.class, call);
        assertEquals(errno, refusal.errno().name(), refusal.getMessage());
        assertFalse(refusal.remedy().isEmpty());
        return refusal;
    }

    private static void inThread(Executable body) throws Exception {
        FutureTask<Void> task =
                new FutureTask<>(
                        () -> {
                            try {
                                body.execute();
                            } catch (Throwable e) {
                                throw new ExecutionException(e);
                            }
                            return null;
                        });
        Thread thread = new Thread(task, "scheduling-test");
        thread.start();
        task.get();
    }

    private static String status(long threadId, Predicate<String> wanted) throws Exception {
        return Files.readAllLines(Path.of("/proc/self/task/" + threadId + "/status")).stream()
                .filter(wanted)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theThreadHasANumberOfItsOwn() throws Exception {
        long here = threads.threadId();
        assertTrue(Files.exists(Path.of("/proc/self/task/" + here)));
        inThread(() -> assertFalse(here == threads.threadId()));
    }

    @Test
    void aThreadRunsWhereItIsToldTo() throws Exception {
        Set<Integer> allowed = threads.cpus();
        assertFalse(allowed.isEmpty());
        int last = allowed.stream().mapToInt(Integer::intValue).max().orElseThrow();
        inThread(
                () -> {
                    threads.runOn(Set.of(last));
                    assertEquals(Set.of(last), threads.cpus());
                    String line =
                            status(
                                    threads.threadId(),
                                    each -> each.startsWith("Cpus_allowed_list"));
                    assertEquals("Cpus_allowed_list:\t" + last, line);
                });
        assertEquals(allowed, threads.cpus());
    }

    @Test
    void cpusThatAreNotThereAreRefused() throws Exception {
        inThread(
                () -> {
                    RdmaException refusal = refused("EINVAL", () -> threads.runOn(Set.of(100_000)));
                    assertTrue(refusal.remedy().contains("[100000]"), refusal.remedy());
                    refused("EINVAL", () -> threads.runOn(Set.of()));
                    refused("EINVAL", () -> threads.runOn(Set.of(-1)));
                });
    }

    @Test
    void aThreadBecomesLessEager() throws Exception {
        inThread(
                () -> {
                    threads.nice(7);
                    assertEquals("nice:7", threads.priority());
                    threads.nice(19);
                    assertEquals("nice:19", threads.priority());
                    refused("EINVAL", () -> threads.nice(20));
                    refused("EINVAL", () -> threads.nice(-21));
                });
        assertEquals("nice:0", threads.priority());
    }

    @Test
    void aThreadBecomesARealTimeOneAndOrdinaryAgain() throws Exception {
        inThread(
                () -> {
                    refused("EINVAL", () -> threads.fifo(0));
                    refused("EINVAL", () -> threads.fifo(100));
                    try {
                        threads.fifo(3);
                    } catch (RdmaException e) {
                        assertEquals("EPERM", e.errno().name(), e.getMessage());
                        assertTrue(e.remedy().contains("CAP_SYS_NICE"), e.remedy());
                        assertEquals("nice:0", threads.priority());
                        assumeTrue(false, "no real-time priority here");
                    }
                    assertEquals("fifo:3", threads.priority());
                    inThread(() -> assertEquals("nice:0", threads.priority()));
                    threads.nice(0);
                    assertEquals("nice:0", threads.priority());
                });
    }

    @Test
    void niceOfMinusOneIsNoError() throws Exception {
        inThread(
                () -> {
                    try {
                        threads.nice(-1);
                    } catch (RdmaException e) {
                        assertTrue(e.remedy().contains("CAP_SYS_NICE"), e.remedy());
                        assumeTrue(false, "no negative nice value here");
                    }
                    assertEquals("nice:-1", threads.priority());
                });
    }

    @Test
    void memoryIsLockedOrTheLimitIsNamed() throws Exception {
        try {
            threads.lockMemory();
            assertFalse(
                    status(threads.threadId(), line -> line.startsWith("VmLck"))
                            .matches("VmLck:\\s+0 kB"));
        } catch (RdmaException e) {
            assertTrue(e.remedy().contains("LimitMEMLOCK"), e.remedy());
        } finally {
            threads.unlockMemory();
        }
        assertTrue(
                status(threads.threadId(), line -> line.startsWith("VmLck"))
                        .matches("VmLck:\\s+0 kB"));
    }

    @Test
    void aMaskHasABitForEachCpu() {
        assertEquals(Set.of(0, 63, 64, 2000), CpuMask.read(CpuMask.of(Set.of(0, 63, 64, 2000))));
        assertEquals(32, CpuMask.of(Set.of(2000)).length);
        assertEquals(Set.of(), CpuMask.read(new long[16]));
    }
}

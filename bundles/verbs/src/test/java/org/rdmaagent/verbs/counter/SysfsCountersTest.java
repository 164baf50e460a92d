// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.OperatingSystem;
import org.rdmaagent.verbs.CounterSnapshot;
import org.rdmaagent.verbs.CounterUnit;
import org.rdmaagent.verbs.CounterValue;

@Timeout(30)
class SysfsCountersTest {
    private static final PortId PORT = new PortId("mlx4_0", 1);
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    @TempDir Path sysfs;
    private final AtomicLong nanos = new AtomicLong(-5);
    private final FolderOperatingSystem os = new FolderOperatingSystem();
    private SysfsCounters counters;

    @BeforeEach
    void onePortWithTwoCounters() throws IOException {
        write("counters/port_xmit_data", "1000\n");
        write("counters/link_downed", "255\n");
        counters = withMaxAge(1000);
        counters.bindOperatingSystem(os);
    }

    @Test
    void aSnapshotHasEveryRowAndSaysWhenItWasTaken() {
        CounterSnapshot snapshot = counters.snapshot(PORT);
        assertEquals(PORT, snapshot.port());
        assertEquals(NOON, snapshot.takenAt());
        assertEquals(PortCounter.values().length, snapshot.values().size());
        assertEquals(4000, value(snapshot, "xmitDataBytes").value());
        assertEquals(32, value(snapshot, "xmitDataBytes").widthBits());
        assertTrue(value(snapshot, "linkDowned").saturated());
        CounterValue absent = value(snapshot, "symbolErrors");
        assertFalse(absent.available());
        assertEquals("this driver does not offer it", absent.reason());
    }

    @Test
    void theUnicastFilesTellThatTheDeviceHasExtendedCounters() throws IOException {
        write("counters/unicast_xmit_packets", "5\n");
        CounterSnapshot snapshot = counters.snapshot(PORT);
        assertEquals(64, value(snapshot, "xmitDataBytes").widthBits());
        assertEquals(8, value(snapshot, "linkDowned").widthBits());
        assertEquals(5, value(snapshot, "unicastXmitPackets").value());
    }

    @Test
    void hardwareCountersKeepTheDriversNamesAndTheLifespanIsNone() throws IOException {
        write("hw_counters/out_of_sequence", "3\n");
        write("hw_counters/lifespan", "10\n");
        write("counters/port_rcv_data_64", "9\n");
        CounterSnapshot snapshot = counters.snapshot(PORT);
        CounterValue hardware = value(snapshot, "out_of_sequence");
        assertEquals(3, hardware.value());
        assertEquals(CounterUnit.UNKNOWN, hardware.unit());
        assertEquals("hw_counters/out_of_sequence", hardware.source());
        assertEquals("counters/port_rcv_data_64", value(snapshot, "port_rcv_data_64").source());
        assertTrue(snapshot.values().stream().noneMatch(row -> row.name().equals("lifespan")));
    }

    @Test
    void aPortWithoutCountersSaysSoInEachRow() throws IOException {
        Files.createDirectories(sysfs.resolve("class/infiniband/rxe0/ports/1"));
        CounterSnapshot snapshot = counters.snapshot(new PortId("rxe0", 1));
        assertEquals(PortCounter.values().length, snapshot.values().size());
        for (CounterValue row : snapshot.values()) {
            assertFalse(row.available());
            assertTrue(row.reason().contains("no folder counters"), row.reason());
        }
    }

    @Test
    void aFileThatMayNotBeReadSaysWhatToDo() {
        // root may read everything, so the refusal is made here
        counters.bindOperatingSystem(
                new OperatingSystem() {
                    @Override
                    public String readText(String path) throws IOException {
                        throw new AccessDeniedException(path);
                    }

                    @Override
                    public List<String> list(String path) throws IOException {
                        return os.list(path);
                    }
                });
        CounterValue row = value(counters.snapshot(PORT), "linkDowned");
        assertFalse(row.available());
        assertTrue(row.reason().startsWith("no permission: let the agent's user read /"));
    }

    @Test
    void anAnswerYoungerThanTheAgeIsGivenOutAgain() {
        CounterSnapshot first = counters.snapshot(PORT);
        nanos.addAndGet(Duration.ofMillis(999).toNanos());
        assertSame(first, counters.snapshot(PORT));
        nanos.addAndGet(Duration.ofMillis(1).toNanos());
        assertNotSame(first, counters.snapshot(PORT));
    }

    @Test
    void ageZeroReadsEachTime() {
        SysfsCounters always = withMaxAge(0);
        always.bindOperatingSystem(os);
        assertNotSame(always.snapshot(PORT), always.snapshot(PORT));
    }

    @Test
    void whileOneReadsTheOthersGetThePreviousOne() throws Exception {
        CounterSnapshot previous = counters.snapshot(PORT);
        nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        os.beforeRead = () -> hold(inside, release);
        CompletableFuture<CounterSnapshot> reader =
                CompletableFuture.supplyAsync(() -> counters.snapshot(PORT));
        assertTrue(inside.await(10, TimeUnit.SECONDS));
        assertSame(previous, counters.snapshot(PORT));
        assertSame(previous, counters.snapshot(PORT));
        release.countDown();
        assertNotSame(previous, reader.get(10, TimeUnit.SECONDS));
    }

    @Test
    void theFirstTimeAllWaitForTheOneThatReads() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        os.beforeRead = () -> hold(inside, release);
        List<CompletableFuture<CounterSnapshot>> callers = new ArrayList<>();
        callers.add(CompletableFuture.supplyAsync(() -> counters.snapshot(PORT)));
        assertTrue(inside.await(10, TimeUnit.SECONDS));
        callers.add(CompletableFuture.supplyAsync(() -> counters.snapshot(PORT)));
        release.countDown();
        assertSame(
                callers.get(0).get(10, TimeUnit.SECONDS), callers.get(1).get(10, TimeUnit.SECONDS));
        assertEquals(2, os.reads.get());
    }

    @Test
    void unknownDevicesAndPortsAreErrorsWithTheirNumbers() {
        assertErrno("ENODEV", new PortId("mlx9_9", 1));
        assertErrno("EINVAL", new PortId("mlx4_0", 2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../etc", "..", ".", "a/b", "/"})
    void aNameThatLeavesTheFolderIsNoDevice(String device) {
        assertErrno("ENODEV", new PortId(device, 1));
    }

    @Test
    void aDeviceThatVanishedGivesNoOldNumbers() throws IOException {
        counters.snapshot(PORT);
        nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        try (var paths = Files.walk(sysfs.resolve("class"))) {
            for (Path path : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
        assertErrno("ENODEV", PORT);
    }

    @Test
    void withoutAnOperatingSystemTheErrorSaysWhereToLook() {
        counters.unbindOperatingSystem(os);
        RdmaException error = assertErrno("ENODEV", PORT);
        assertTrue(error.remedy().contains("NativeLibraries"));
    }

    @Test
    void aLateUnbindOfTheOldOneLeavesTheNewOne() {
        CounterSnapshot old = counters.snapshot(PORT);
        FolderOperatingSystem next = new FolderOperatingSystem();
        counters.bindOperatingSystem(next);
        counters.unbindOperatingSystem(os);
        assertNotSame(old, counters.snapshot(PORT));
        assertEquals(2, next.reads.get());
    }

    private static void hold(CountDownLatch inside, CountDownLatch release) {
        inside.countDown();
        try {
            assertTrue(release.await(10, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private RdmaException assertErrno(String name, PortId port) {
        RdmaException error = assertThrows(RdmaException.class, () -> counters.snapshot(port));
        assertEquals(name, error.errno().name(), error.getMessage());
        return error;
    }

    private SysfsCounters withMaxAge(long millis) {
        return new SysfsCounters(
                new CounterSettings(sysfs.toString(), Duration.ofMillis(millis)),
                () -> NOON,
                nanos::get);
    }

    private void write(String file, String text) throws IOException {
        Path path = sysfs.resolve("class/infiniband/mlx4_0/ports/1/" + file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private static CounterValue value(CounterSnapshot snapshot, String name) {
        return snapshot.values().stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}

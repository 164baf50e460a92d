// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.spi.FabricScan;
import org.rdmaagent.spi.FabricScanRequest;
import org.rdmaagent.spi.ScannedFabric;

/** How a scan of the simulated libibnetdisc comes to its end, or does not begin. */
@Timeout(60)
class LibraryScanEndTest {
    private static final long MILLI = 1_000_000;

    private final SimulatedWorld world = SmallFabric.world();
    private final LibraryCaller caller = new LibraryCaller(world);

    @ParameterizedTest
    @CsvSource({"mlx4_0, 3, ENODEV", "mlx5_0, 1, ENODEV", "rxe0, 1, EPROTONOSUPPORT"})
    void aPortThatCannotBeScannedIsRefusedAtOnce(String device, int port, String errno) {
        RdmaException refusal =
                assertThrows(
                        RdmaException.class,
                        () -> caller.start(new PortId(device, port), DirectedRoute.LOCAL, 0));
        assertEquals(errno, refusal.errno().name());
    }

    @ParameterizedTest
    @CsvSource({"'0,2'", "'0,1,20'", "'0,1,2,1'", "'0,1,99'"})
    void aRouteThatLeadsNowhereBringsNoNode(String route) {
        ScannedFabric fabric = caller.scan(DirectedRoute.parse(route), 0);
        assertEquals(List.of(), fabric.nodes());
        assertEquals(0, fabric.fromPort());
        assertEquals(1, caller.said.size());
    }

    @Test
    void aScanIsGivenUpAtItsDeadline() {
        caller.timeoutMillis = 60_000;
        caller.deadline = Duration.ofMillis(2500);
        world.faults().latency(SmallFabric.NEAR, 1000 * MILLI);
        FabricScan scan = caller.start(LibraryCaller.PORT, DirectedRoute.LOCAL, 0);
        RdmaException reason = assertThrows(RdmaException.class, () -> LibraryCaller.result(scan));
        assertEquals("ETIMEDOUT", reason.errno().name());
        assertEquals("mlx4_0/1", reason.subject());
        assertTrue(reason.remedy().contains("2500 ms"), reason::remedy);
        assertFalse(scan.isOpen());
        try (Asker asker = new Asker(world)) {
            assertEquals(2500 * MILLI, asker.session.nanoTime());
        }
    }

    @Test
    void aClosedScanIsCanceledAndItsThreadEnds() {
        SimulatedWorld real =
                SmallFabric.world(SimulationSettings.defaults().latencyNanos(1_000_000 * MILLI));
        LibraryCaller calling = new LibraryCaller(real);
        calling.timeoutMillis = 2_000_000;
        FabricScan scan = calling.start(LibraryCaller.PORT, DirectedRoute.LOCAL, 0);
        FabricScan second = calling.start(LibraryCaller.PORT, DirectedRoute.LOCAL, 0);
        assertTrue(scan.isOpen());
        scan.close();
        scan.close();
        assertFalse(scan.isOpen());
        assertCanceled(scan);
        assertTrue(second.isOpen());
        real.closeScans();
        assertCanceled(second);
        while (scanning()) {
            Thread.onSpinWait();
        }
    }

    private static boolean scanning() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith("sim-libibnetdisc"));
    }

    private static void assertCanceled(FabricScan scan) {
        RdmaException reason = assertThrows(RdmaException.class, () -> LibraryCaller.result(scan));
        assertEquals("ECANCELED", reason.errno().name());
    }

    @Test
    void closingAfterTheEndKeepsTheResult() {
        FabricScan scan = caller.start(LibraryCaller.PORT, DirectedRoute.LOCAL, 0);
        assertEquals(4, LibraryCaller.result(scan).nodes().size());
        scan.close();
        assertEquals(4, LibraryCaller.result(scan).nodes().size());
    }

    @Test
    void aListenerThatThrowsEndsItsScanOnly() {
        FabricScanRequest request =
                new FabricScanRequest(
                        LibraryCaller.PORT,
                        DirectedRoute.LOCAL,
                        0,
                        2,
                        100,
                        1,
                        0,
                        true,
                        0,
                        Duration.ofHours(1));
        FabricScan scan =
                world.fabricLibrary()
                        .scan(
                                request,
                                line -> {
                                    throw new IllegalStateException("tired");
                                });
        ExecutionException failure =
                assertThrows(
                        ExecutionException.class,
                        () -> scan.result().toCompletableFuture().get(60, TimeUnit.SECONDS));
        assertInstanceOf(IllegalStateException.class, failure.getCause());
        assertEquals(4, caller.scan(DirectedRoute.LOCAL, 0).nodes().size());
    }
}

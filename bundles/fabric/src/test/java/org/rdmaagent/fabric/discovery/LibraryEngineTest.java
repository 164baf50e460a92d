// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.NodeAddress;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.rdmaagent.spi.FabricLibrary;
import org.rdmaagent.spi.FabricScanRequest;
import org.rdmaagent.spi.ScannedFabric;
import org.rdmaagent.spi.ScannedNode;

/** What becomes of requests and failures on the way to libibnetdisc and back. */
class LibraryEngineTest {
    private static final PortId PORT = new PortId("mlx4_0", 1);
    private static final ScannedNode HERE =
            FakeLibrary.node(NodeType.CA, 1, "here", "0", FakeLibrary.down(1));
    private static final long KEY = 0x1122334455667788L;

    private final SimulatedWorld world =
            SimulatedWorld.of(FatTrees.twoLevel(2, 1, 2, 1), SimulationSettings.defaults());
    private final FakeLibrary library = new FakeLibrary();
    private final FabricDiscovery fabric =
            new FabricDiscovery(
                    new FabricSettings(
                            new SweepSettings(8, 200, 1, KEY),
                            FabricLibrary.NAME,
                            Duration.ofSeconds(33),
                            ScheduleSettings.of(true, 0)),
                    Sweeping.CLOCK,
                    line -> {});

    LibraryEngineTest() {
        fabric.bindTransport(world.madTransport(), Map.of());
        fabric.bindLibrary(library);
    }

    @AfterEach
    void stop() {
        fabric.deactivate();
    }

    @Test
    void the_library_is_asked_what_is_wanted() throws Exception {
        library.brings(fabric(HERE));
        fabric.setMaxSmpsOnWire(PORT, 5);
        fabric.debug(PORT, 1);
        fabric.showProgress(PORT, true);
        get(fabric.discover(PORT, DiscoveryRequest.WHOLE.patient(70, 2)));
        FabricScanRequest expected =
                new FabricScanRequest(
                        PORT,
                        DirectedRoute.LOCAL,
                        0,
                        5,
                        70,
                        2,
                        1,
                        true,
                        KEY,
                        Duration.ofSeconds(33));
        assertEquals(List.of(expected), library.requests);
        assertTrue(library.scans.get(0).closed);
    }

    @Test
    void no_hop_is_asked_as_one_since_the_library_takes_0_for_no_limit() throws Exception {
        library.brings(fabric(HERE));
        get(fabric.discover(PORT, DiscoveryRequest.part(NodeAddress.HERE, 0)));
        assertEquals(1, library.requests.get(0).maxHops());
    }

    @Test
    void a_scan_that_fails_is_told_as_the_provider_tells_it() {
        RdmaException killed =
                new RdmaException(
                        "ibnd_discover_fabric", Errno.of(5), "mlx4_0/1", "ended by SIGABRT");
        library.fails(killed);
        assertEquals(killed, failure(fabric.discover(PORT)));
        library.fails(new IllegalStateException("broken stream"));
        RdmaException unexpected = failure(fabric.discover(PORT));
        assertEquals("EIO", unexpected.errno().name());
        assertTrue(unexpected.remedy().contains("broken stream"), unexpected.remedy());
        assertTrue(fabric.state(PORT).error().contains("broken stream"));
    }

    @Test
    void a_scan_without_a_node_says_who_did_not_answer() {
        library.brings(fabric());
        RdmaException here = failure(fabric.discover(PORT));
        assertEquals("ETIMEDOUT", here.errno().name());
        assertTrue(here.remedy().contains("M_Key"), here.remedy());
        library.brings(fabric());
        RdmaException there =
                failure(
                        fabric.discover(
                                PORT, DiscoveryRequest.part(NodeAddress.parse("0,1,77"), 2)));
        assertEquals("ENOENT", there.errno().name());
        assertTrue(there.remedy().contains("0,1,77"), there.remedy());
    }

    @Test
    void cancelling_closes_the_scan() throws Exception {
        library.doesNotEnd();
        CompletionStage<Topology> running = fabric.discover(PORT);
        FakeLibrary.Scan scan = library.begun(0);
        assertTrue(fabric.cancel(PORT));
        assertEquals("ECANCELED", failure(running).errno().name());
        assertTrue(scan.closed);
        assertFalse(fabric.cancel(PORT));
    }

    @Test
    void a_library_that_goes_ends_its_sweeps_and_is_no_engine_any_more() throws Exception {
        library.doesNotEnd();
        CompletionStage<Topology> running = fabric.discover(PORT);
        library.begun(0);
        assertEquals(List.of("java", "libibnetdisc"), fabric.engines());
        fabric.unbindLibrary(library);
        RdmaException ended = failure(running);
        assertEquals("ECANCELED", ended.errno().name());
        assertTrue(ended.remedy().contains("libibnetdisc went away"), ended.remedy());
        assertEquals(List.of("java"), fabric.engines());
        assertEquals("libibnetdisc", fabric.engine());
    }

    @Test
    void an_engine_that_is_not_there_is_refused_with_what_to_do() {
        fabric.unbindLibrary(library);
        RdmaException absent = assertThrows(RdmaException.class, () -> fabric.discover(PORT));
        assertEquals("ENOSYS", absent.errno().name());
        assertTrue(absent.remedy().contains("NativeLibraries"), absent.remedy());
        assertTrue(absent.remedy().contains("engine in etc/org.rdmaagent.fabric.cfg to java"));
        assertThrows(RdmaException.class, () -> fabric.compare(PORT, "java", "libibnetdisc"));
        assertEquals(List.of(), library.requests);
    }

    @Test
    void an_engine_that_does_not_exist_is_refused_and_one_that_is_asked_too_much() {
        IllegalArgumentException unknown =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> fabric.discover(PORT, DiscoveryRequest.WHOLE.by("swift")));
        assertEquals(
                "there is no engine 'swift'; there are [java, libibnetdisc]", unknown.getMessage());
        IllegalArgumentException tooMuch =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> fabric.discover(PORT, DiscoveryRequest.confirm()));
        assertTrue(String.valueOf(tooMuch.getMessage()).contains("needs the engine java"));
        fabric.configure(FabricSettings.of(SweepSettings.DEFAULTS).withEngine("swift"));
        RdmaException configured = assertThrows(RdmaException.class, () -> fabric.discover(PORT));
        assertEquals("EINVAL", configured.errno().name());
        assertTrue(configured.remedy().contains("org.rdmaagent.fabric.cfg"));
    }

    @Test
    void the_engine_changes_with_the_configuration_from_the_next_sweep_on() throws Exception {
        library.brings(fabric(HERE));
        assertEquals("libibnetdisc", get(fabric.discover(PORT)).source());
        fabric.configure(FabricSettings.of(SweepSettings.DEFAULTS));
        assertEquals("java", fabric.engine());
        assertEquals("libibnetdisc", fabric.state(PORT).result().orElseThrow().source());
        assertEquals("java", get(fabric.discover(PORT)).source());
    }

    private static ScannedFabric fabric(ScannedNode... nodes) {
        return new ScannedFabric(List.of(nodes), 1, 4, 0);
    }

    private static Topology get(CompletionStage<Topology> stage) throws Exception {
        return stage.toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private static RdmaException failure(CompletionStage<Topology> stage) {
        ExecutionException error = assertThrows(ExecutionException.class, () -> get(stage));
        return (RdmaException) Objects.requireNonNull(error.getCause());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.verbs.AsyncEvent;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.DeviceNodeType;
import org.rdmaagent.verbs.LinkLayer;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.PortCapabilities;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.ResourceCounts;
import org.rdmaagent.verbs.object.SimulatedVerbsWorld;

/** The service as a whole, with its threads, over the simulated host. */
class ProvidedVerbsTest {
    private static final PortId PORT = new PortId("mlx4_0", 1);

    private final SimulatedVerbsWorld host = new SimulatedVerbsWorld();
    private final BlockingQueue<AsyncEvent> heard = new LinkedBlockingQueue<>();
    private ProvidedVerbs verbs = new ProvidedVerbs(VerbsSettings.defaults());

    @AfterEach
    void stop() throws InterruptedException {
        verbs.stop();
        for (Thread thread : threads()) {
            thread.join(TimeUnit.SECONDS.toMillis(20));
            assertFalse(thread.isAlive(), thread.getName());
        }
    }

    private void bind() {
        verbs.bindListener(heard::add);
        verbs.bindLibrary(host.library);
    }

    @Test
    void withoutAProviderItSaysWhatIsMissing() {
        assertEquals(List.of(), verbs.contexts());
        assertEquals(List.of(), verbs.queuePairs());
        for (Runnable call :
                List.<Runnable>of(
                        () -> verbs.open("mlx4_0", "x"),
                        () -> verbs.resources("mlx4_0"),
                        () -> verbs.capabilities(PORT),
                        () -> verbs.selfTest(PORT, 1, 1))) {
            RdmaException error = assertThrows(RdmaException.class, call::run);
            assertEquals("ENODEV", error.errno().name());
            assertTrue(error.remedy().contains("NativeLibraries"), error.remedy());
        }
        assertEquals(HealthGrade.OK, verbs.check().grade());
    }

    @Test
    void aProviderThatMakesNoObjectsIsToldByItsOwnWords() {
        verbs.bindLibrary(
                (org.rdmaagent.spi.VerbsLibrary)
                        java.lang.reflect.Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {org.rdmaagent.spi.VerbsLibrary.class},
                                (proxy, method, arguments) -> {
                                    throw new RdmaException(
                                            "ibv_open_device",
                                            org.rdmaagent.Errno.of(95),
                                            "verbs",
                                            "makes none");
                                }));
        assertEquals("EOPNOTSUPP", SimulatedVerbsWorld.errno(() -> verbs.open("mlx4_0", "x")));
        assertEquals(HealthGrade.WARN, verbs.check().grade());
        assertTrue(verbs.check().text().contains("makes none"), verbs.check().text());
    }

    @Test
    void eventsReachTheListeners() throws Exception {
        bind();
        // What happens before the device is open is told to nobody.
        for (int i = 0; i < 1000 && !watches("mlx4_0"); i++) {
            assertNull(heard.poll(20, TimeUnit.MILLISECONDS));
        }
        host.faults.portDown(PORT);
        host.faults.portUp(PORT);
        AsyncEvent first = heard.poll(20, TimeUnit.SECONDS);
        assertNotNull(first);
        assertEquals(AsyncEventType.PORT_ERR, first.type());
        assertEquals(1, first.sequence());
        AsyncEvent second = heard.poll(20, TimeUnit.SECONDS);
        assertNotNull(second);
        assertEquals(AsyncEventType.PORT_ACTIVE, second.type());
        assertEquals(2, second.sequence());
        assertEquals(
                Set.of(
                        "rdma-verbs",
                        "rdma-verbs-events",
                        "rdma-events-events/mlx4_0",
                        "rdma-events-events/rxe0"),
                threads().stream().map(Thread::getName).collect(Collectors.toSet()));
        assertTrue(threads().stream().allMatch(Thread::isDaemon));
    }

    private boolean watches(String device) {
        return verbs.contexts().stream()
                .anyMatch(context -> context.name().equals("events/" + device));
    }

    @Test
    void aReplacedBundleFindsEverythingAgain() {
        bind();
        DeviceContext context = verbs.open("rxe0", "work");
        QueuePair pair = SimulatedVerbsWorld.readyPair(context, "pair");
        QpNumber number = pair.number();
        verbs.stop();
        assertFalse(pair.isOpen());
        verbs = new ProvidedVerbs(VerbsSettings.defaults());
        bind();
        QueuePair found = verbs.queuePair("rxe0", number).orElseThrow();
        assertEquals(QpState.RTS, found.state());
        assertEquals("pair", found.name());
        assertTrue(verbs.queuePair("mlx4_0", number).isEmpty());
        found.close();
        assertEquals(List.of(), verbs.queuePairs());
    }

    @Test
    void aProviderThatGoesTakesEverythingAndALateUnbindOfTheOldLeavesTheNew() {
        bind();
        DeviceContext context = verbs.open("mlx4_0", "work");
        SimulatedVerbsWorld other = new SimulatedVerbsWorld();
        verbs.bindLibrary(other.library);
        verbs.unbindLibrary(host.library);
        assertFalse(context.isOpen());
        assertTrue(verbs.open("mlx4_0", "work").isOpen());
        verbs.unbindLibrary(other.library);
        assertEquals(List.of(), verbs.contexts());
    }

    @Test
    void resourcesAreCountedOverAllContextsOfTheDevice() {
        bind();
        SimulatedVerbsWorld.readyPair(verbs.open("mlx4_0", "one"), "pair");
        SimulatedVerbsWorld.readyPair(verbs.open("mlx4_0", "two"), "pair");
        ResourceCounts counts = verbs.resources("mlx4_0");
        assertEquals(2, counts.held(ObjectKind.QUEUE_PAIR));
        assertEquals(2, counts.held(ObjectKind.PROTECTION_DOMAIN));
        assertEquals(0, counts.held(ObjectKind.MEMORY_REGION));
        assertTrue(counts.held(ObjectKind.CONTEXT) >= 2, counts.toString());
        assertEquals(2, counts.kernel().get(ObjectKind.QUEUE_PAIR));
        assertEquals(0, verbs.resources("rxe0").held(ObjectKind.QUEUE_PAIR));
        assertEquals("ENODEV", SimulatedVerbsWorld.errno(() -> verbs.resources("mlx9_9")));
        assertEquals(2, verbs.queuePairs().size());
    }

    @Test
    void capabilitiesComeFromTheNodeTypeTheLinkLayerAndTheDriver() {
        bind();
        assertEquals(
                new PortCapabilities(DeviceNodeType.CA, LinkLayer.INFINIBAND, false, 2),
                verbs.capabilities(PORT));
        assertEquals(
                new PortCapabilities(DeviceNodeType.CA, LinkLayer.ETHERNET, false, 1),
                verbs.capabilities(new PortId("rxe0", 1)));
        assertEquals(
                "EINVAL",
                SimulatedVerbsWorld.errno(() -> verbs.capabilities(new PortId("rxe0", 2))));
    }

    @Test
    void theSelfTestRuns() {
        bind();
        assertTrue(verbs.selfTest(PORT, 10, 10).passed());
    }

    @Test
    void aConfiguredQueuePairComesAndStaysWhileTheBundleStops() {
        bind();
        ConfiguredQueuePair file =
                new ConfiguredQueuePair(verbs, Map.of("name", "feed", "device", "mlx4_0"));
        QueuePair pair = await("feed");
        file.stop(6);
        verbs.stop();
        verbs = new ProvidedVerbs(VerbsSettings.defaults());
        bind();
        file = new ConfiguredQueuePair(verbs, Map.of("name", "feed", "device", "mlx4_0"));
        assertEquals(pair.number(), await("feed").number());
        file.stop(ConfiguredQueuePair.CONFIGURATION_DELETED);
        awaitHeld("held: ctx 2;");
    }

    @Test
    void aContextIsReopenedAndItsEventsAreHeardAfterwards() throws InterruptedException {
        bind();
        ConfiguredQueuePair file =
                new ConfiguredQueuePair(verbs, Map.of("name", "feed", "device", "mlx4_0"));
        QueuePair before = await("feed");
        verbs.reopen("mlx4_0", "qp/feed");
        QueuePair after = await("feed");
        assertFalse(before.isOpen());
        assertTrue(after.isOpen());
        host.faults.queuePairEvent("mlx4_0", after.number(), AsyncEventType.QP_LAST_WQE_REACHED);
        AsyncEvent event = heard.poll(20, TimeUnit.SECONDS);
        assertNotNull(event);
        assertEquals(AsyncEventType.QP_LAST_WQE_REACHED, event.type());
        file.stop(6);
    }

    @Test
    void aHolderIsAskedAndToldAsLongAsHeIsThere() {
        bind();
        ReopeningHost.OneHolder holder = new ReopeningHost.OneHolder("app");
        verbs.bindHolder(holder);
        SimulatedVerbsWorld.readyPair(verbs.open("mlx4_0", "app"), "mine");
        verbs.reopen("mlx4_0", "app");
        assertEquals(List.of("mlx4_0 app 1"), holder.told);
        verbs.unbindHolder(holder);
        SimulatedVerbsWorld.readyPair(verbs.open("mlx4_0", "app"), "mine");
        assertEquals("EBUSY", SimulatedVerbsWorld.errno(() -> verbs.reopen("mlx4_0", "app")));
    }

    private QueuePair await(String name) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (System.nanoTime() - end < 0) {
            for (QueuePair pair : verbs.queuePairs()) {
                if (pair.name().equals(name) && pair.state() == QpState.RTS) {
                    return pair;
                }
            }
            Thread.onSpinWait();
        }
        throw new AssertionError("no queue pair " + name + "; " + verbs.check());
    }

    private void awaitHeld(String text) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!verbs.check().text().contains(text)) {
            assertTrue(System.nanoTime() - end < 0, verbs.check().text());
            Thread.onSpinWait();
        }
    }

    @Test
    void healthTellsWhatIsHeldAndWhatIsWrong() {
        host.faults.failNext("mlx4_0", "ibv_open_device", 13, 1000);
        bind();
        awaitHeld("no events of mlx4_0: ibv_open_device");
        assertEquals(HealthGrade.WARN, verbs.check().grade());
        host.faults.clear();
        SimulatedVerbsWorld.readyPair(verbs.open("rxe0", "work"), "pair");
        awaitHeld("held: qp 1 cq 1 pd 1 ctx 2; events 0");
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("rdma-"))
                .toList();
    }
}

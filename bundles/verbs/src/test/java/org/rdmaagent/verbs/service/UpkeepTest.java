// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rdmaagent.PortId;
import org.rdmaagent.verbs.AsyncEvent;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.VerbsObject;
import org.rdmaagent.verbs.event.EventDesk;
import org.rdmaagent.verbs.event.EventThreads;
import org.rdmaagent.verbs.object.Session;
import org.rdmaagent.verbs.object.SimulatedVerbsWorld;
import org.rdmaagent.verbs.queue.PlannedQueuePairs;
import org.rdmaagent.verbs.selftest.SelfTests;

/** What is looked after, with a clock of the test's own; only the event threads are real. */
class UpkeepTest {
    private static final Set<String> BOTH = Set.of("events/mlx4_0", "events/rxe0");
    private static final PortId PORT = new PortId("mlx4_0", 1);

    private final SimulatedVerbsWorld host = new SimulatedVerbsWorld();
    private final EventDesk desk = new EventDesk(InstantSource.system());
    private final BlockingQueue<AsyncEvent> heard = new LinkedBlockingQueue<>();
    private final AtomicLong nanos = new AtomicLong();
    private VerbsSettings settings = VerbsSettings.defaults();
    private Session session = host.session();
    private Watch watch = watch();
    private Upkeep upkeep = upkeep();

    UpkeepTest() {
        desk.add(heard::add);
    }

    @AfterEach
    void close() {
        watch.close();
    }

    @Test
    void eachDeviceIsOpenForItsEvents() throws Exception {
        assertEquals(Upkeep.LOOK_NANOS, upkeep.doWork());
        assertEquals(BOTH, names());
        long unused = upkeep.doWork();
        assertEquals(BOTH, names());
        host.faults.portDown(PORT);
        assertHears(AsyncEventType.PORT_ERR);
    }

    @Test
    void withoutEventsNothingIsOpen() {
        settings = new VerbsSettings(false);
        long unused = upkeep.doWork();
        assertEquals(Set.of(), names());
        settings = VerbsSettings.defaults();
        unused = upkeep.doWork();
        assertEquals(BOTH, names());
        settings = new VerbsSettings(false);
        unused = upkeep.doWork();
        assertEquals(Set.of(), names());
    }

    @Test
    void aDeviceThatIsGoneIsClosedAndOpenedAgainWhenItIsBack() throws Exception {
        long unused = upkeep.doWork();
        host.faults.unplug("mlx4_0");
        unused = upkeep.doWork();
        assertHears(AsyncEventType.DEVICE_FATAL);
        unused = upkeep.doWork();
        assertEquals(Set.of("events/rxe0"), names());
        host.faults.plug("mlx4_0");
        unused = upkeep.doWork();
        assertEquals(BOTH, names());
        host.faults.smChange(PORT, new org.rdmaagent.Lid(9));
        assertHears(AsyncEventType.SM_CHANGE);
        assertEquals(List.of(), watch.refusals());
    }

    @Test
    void aDeviceThatFailedIsOpenedAnewOnceAndThenSeldom() throws Exception {
        long unused = upkeep.doWork();
        Object first = session.handles().get(0);
        host.faults.fatal("mlx4_0");
        assertHears(AsyncEventType.DEVICE_FATAL);
        workUntil(() -> !session.handles().contains(first));
        assertEquals(BOTH, names());
        host.faults.fatal("mlx4_0");
        workUntil(() -> !names().contains("events/mlx4_0"));
        assertTrue(watch.refusals().get(0).contains("again and again"));
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(10));
        unused = upkeep.doWork();
        assertEquals(BOTH, names());
        assertEquals(List.of(), watch.refusals());
    }

    /** The event thread ends by itself; nobody tells when. */
    private void workUntil(java.util.function.BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            long unused = upkeep.doWork();
            Thread.onSpinWait();
        }
        assertTrue(condition.getAsBoolean());
    }

    @Test
    void aDeviceThatMayNotBeOpenedIsToldAndTriedSeldom() {
        host.faults.failNext("mlx4_0", "ibv_open_device", 13, 2);
        long unused = upkeep.doWork();
        assertEquals(Set.of("events/rxe0"), names());
        String why = watch.refusals().get(0);
        assertTrue(why.startsWith("no events of mlx4_0: ibv_open_device on "), why);
        assertTrue(why.contains("EACCES"), why);
        unused = upkeep.doWork();
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(10));
        unused = upkeep.doWork();
        assertEquals(1, watch.refusals().size());
        unused = upkeep.doWork();
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(10));
        unused = upkeep.doWork();
        assertEquals(BOTH, names());
        assertEquals(List.of(), watch.refusals());
    }

    @Test
    void whatNobodyComesBackForIsClosedAfterAMinute() {
        long unused = upkeep.doWork();
        SimulatedVerbsWorld.readyPair(session.open("mlx4_0", "theirs"), "pair");
        SimulatedVerbsWorld.readyPair(session.open("mlx4_0", "gone"), "pair");
        watch.close();
        session.end();

        session = host.session();
        watch = watch();
        upkeep = upkeep();
        unused = upkeep.doWork();
        VerbsObject theirs = session.open("mlx4_0", "theirs");
        nanos.addAndGet(Upkeep.CLAIM_NANOS - 1);
        unused = upkeep.doWork();
        assertEquals(4, names().size());
        nanos.addAndGet(1);
        unused = upkeep.doWork();
        assertEquals(3, names().size());
        assertTrue(theirs.isOpen());
        assertEquals(1, upkeep.abandoned());
        assertTrue(names().containsAll(BOTH));
    }

    @Test
    void aLibraryThatThrowsIsTriedOn() {
        Upkeep broken =
                new Upkeep(
                        (org.rdmaagent.spi.VerbsLibrary)
                                java.lang.reflect.Proxy.newProxyInstance(
                                        getClass().getClassLoader(),
                                        new Class<?>[] {org.rdmaagent.spi.VerbsLibrary.class},
                                        (proxy, method, arguments) -> {
                                            throw new NoClassDefFoundError("a/B");
                                        }),
                        session,
                        watch,
                        new PlannedQueuePairs(),
                        reopenings(new PlannedQueuePairs()),
                        () -> settings,
                        nanos::get);
        assertNotEquals(0, broken.doWork());
        assertNotEquals(0, broken.doWork());
    }

    private Watch watch() {
        return new Watch(session, new EventThreads(desk), nanos::get);
    }

    private Upkeep upkeep() {
        PlannedQueuePairs plans = new PlannedQueuePairs();
        return new Upkeep(
                host.library, session, watch, plans, reopenings(plans), () -> settings, nanos::get);
    }

    private Reopenings reopenings(PlannedQueuePairs plans) {
        return new Reopenings(
                host.library,
                session,
                new SelfTests(host.library, session, nanos::get),
                plans,
                List::of);
    }

    private Set<String> names() {
        return session.contexts().stream().map(VerbsObject::name).collect(Collectors.toSet());
    }

    private void assertHears(AsyncEventType type) throws InterruptedException {
        assertTrue(desk.doWork(TimeUnit.SECONDS.toNanos(20)));
        AsyncEvent event = heard.poll(0, TimeUnit.SECONDS);
        assertEquals(type, java.util.Objects.requireNonNull(event).type());
    }
}

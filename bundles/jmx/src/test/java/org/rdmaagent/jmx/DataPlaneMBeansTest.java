// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataPlaneMBeansTest {
    private static final String ALL = "rdma:type=DataPlane";
    private static final String LOOP = "rdma:type=PollLoop,name=feed";

    private final AgentInMemory world = AgentInMemory.running();
    private final MemoryDataPlane dataPlane = world.dataPlane.with("feed");

    DataPlaneMBeansTest() {
        world.beans.bindDataPlane(dataPlane);
        world.beans.doWork();
    }

    @Test
    void withoutTheServiceThereIsNoName() {
        AgentInMemory other = AgentInMemory.running();
        assertFalse(other.names().contains(ALL));
        other.beans.bindDataPlane(new MemoryDataPlane());
        other.beans.doWork();
        assertTrue(other.names().contains(ALL));
    }

    @Test
    void eachAttributeIsWhatTheLoopSays() throws JMException {
        dataPlane.queries = 0;
        assertEquals("feed", world.get(LOOP, "Name"));
        assertEquals("RUNNING", world.get(LOOP, "State"));
        assertEquals("queue idle: no handler", world.get(LOOP, "Reason"));
        assertEquals(100L, world.get(LOOP, "Completions"));
        assertEquals(40L, world.get(LOOP, "Polls"));
        assertEquals(30L, world.get(LOOP, "EmptyPolls"));
        assertEquals(0.75, world.get(LOOP, "IdleRatio"));
        assertEquals(7L, world.get(LOOP, "LongestGapNanos"));
        assertEquals(8L, world.get(LOOP, "Stalls"));
        assertEquals(16, world.get(LOOP, "BatchSize"));
        assertEquals("BACKOFF", world.get(LOOP, "IdleStrategy"));
        assertEquals(2L, world.get(LOOP, "Restarts"));
        assertEquals(MemoryDataPlane.SINCE.toString(), world.get(LOOP, "Since"));
        assertEquals(1, dataPlane.queries, "all of it is one query");
    }

    @Test
    void figuresAreRecordsAndMapsOfTheJdk() throws Exception {
        CompositeData[] batches = (CompositeData[]) world.get(LOOP, "BatchHistogram");
        assertEquals(2, batches.length);
        assertEquals(8, batches[1].get("from"));
        assertEquals(15, batches[1].get("to"));
        assertEquals(6L, batches[1].get("polls"));
        CompositeData cycle = (CompositeData) world.get(LOOP, "CycleNanos");
        assertEquals(10L, cycle.get("count"));
        assertEquals(5L, cycle.get("percentile999"));
        TabularData statuses = (TabularData) world.get(LOOP, "Statuses");
        assertEquals(99L, statuses.get(new Object[] {"SUCCESS"}).get("value"));
        CompositeData placement = (CompositeData) world.get(LOOP, "Placement");
        assertEquals(4711L, placement.get("threadId"));
        assertArrayEquals(new Integer[] {1, 2, 3}, (Integer[]) placement.get("cpus"));
        assertEquals(false, placement.get("granted"));
        assertEquals("EPERM; see docs", placement.get("reason"));
        for (String attribute : List.of("BatchHistogram", "Placement", "Slots", "Statuses")) {
            ForeignClient.receive(world.get(LOOP, attribute));
        }
    }

    @Test
    void slotsShowTheQueueItsHandlerAndItsState() throws JMException {
        CompositeData[] slots = (CompositeData[]) world.get(LOOP, "Slots");
        assertEquals(2, slots.length);
        assertEquals("feed", slots[0].get("cq"));
        assertEquals("ACTIVE", slots[0].get("state"));
        assertEquals("a.B (a.bundle 1.0.0)", slots[0].get("handler"));
        assertEquals(11L, slots[0].get("completions"));
        TabularData own = (TabularData) slots[0].get("handlerFigures");
        assertEquals(19L, own.get(new Object[] {"receivedBytes"}).get("value"));
        assertEquals("PARKED", slots[1].get("state"));
        assertEquals("why", slots[1].get("reason"));
    }

    @Test
    void theDataPlaneShowsALineForEachLoopAndHandler() throws JMException {
        dataPlane.with("other");
        CompositeData[] loops = (CompositeData[]) world.get(ALL, "Loops");
        assertEquals(2, loops.length);
        assertEquals("feed", loops[0].get("name"));
        assertEquals("RUNNING", loops[0].get("state"));
        assertEquals(100L, loops[0].get("completions"));
        assertEquals(8L, loops[0].get("stalls"));
        assertEquals("queue idle: no handler", loops[0].get("reason"));
        assertEquals("other", loops[1].get("name"));
        CompositeData[] handlers = (CompositeData[]) world.get(ALL, "Handlers");
        assertEquals(2, handlers.length, "the parked queue has none");
        assertEquals("other", handlers[1].get("loop"));
        assertEquals("feed", handlers[1].get("cq"));
        assertEquals("a.B (a.bundle 1.0.0)", handlers[1].get("handler"));
        assertEquals(12L, handlers[1].get("completions"));
        assertEquals(14L, handlers[1].get("handlerErrors"));
        assertEquals("not asked for", world.get(ALL, "MemoryLock"));
    }

    @Test
    void whatAnOperationSetIsReadAtOnce() throws JMException {
        assertEquals(16, world.get(LOOP, "BatchSize"));
        assertEquals(16, world.invoke(LOOP, "setBatchSize", 64));
        assertEquals(64, world.get(LOOP, "BatchSize"));
        assertEquals("BACKOFF", world.invoke(LOOP, "setIdleStrategy", " Event "));
        assertEquals("EVENT", world.get(LOOP, "IdleStrategy"));
        world.invoke(LOOP, "pause");
        assertEquals("PAUSED", world.get(LOOP, "State"));
        world.invoke(LOOP, "resume");
        assertEquals("RUNNING", world.get(LOOP, "State"));
        world.invoke(LOOP, "release", "feed");
        world.invoke(LOOP, "resetFigures");
        assertEquals(
                List.of(
                        "batch 64 feed",
                        "idle EVENT feed",
                        "pause feed",
                        "resume feed",
                        "release feed feed",
                        "reset feed"),
                dataPlane.calls);
    }

    @ParameterizedTest
    @CsvSource({
        "nap, no idle strategy 'nap'; there are [spin, yield, backoff, event]",
        "'', no idle strategy ''; there are"
    })
    void anUnknownIdleStrategyIsRefusedInWords(String typed, String text) throws Exception {
        assertFails(IllegalArgumentException.class, text, "setIdleStrategy", typed);
        assertEquals(List.of(), dataPlane.calls);
    }

    @Test
    void refusalsAreReadableByAClientWithoutOurClasses() throws Exception {
        assertFails(IllegalArgumentException.class, "1..64, not 65", "setBatchSize", 65);
        assertFails(IllegalArgumentException.class, "no queue 'x'", "release", "x");
        dataPlane.held = "a.B (a.bundle 1.0.0)";
        assertFails(IllegalStateException.class, "a.B (a.bundle 1.0.0) holds its thread", "pause");
    }

    @Test
    void aNullOfAClientIsRefusedInWordsToo() {
        for (String operation : List.of("release", "setIdleStrategy")) {
            RuntimeMBeanException error =
                    assertThrows(
                            RuntimeMBeanException.class,
                            () ->
                                    world.server.invoke(
                                            new ObjectName(LOOP),
                                            operation,
                                            new Object[] {null},
                                            new String[] {"java.lang.String"}));
            assertEquals(IllegalArgumentException.class, error.getTargetException().getClass());
        }
    }

    private void assertFails(Class<?> type, String part, String operation, Object... arguments)
            throws Exception {
        RuntimeMBeanException error =
                assertThrows(
                        RuntimeMBeanException.class,
                        () -> world.invoke(LOOP, operation, arguments));
        ForeignClient.receive(error);
        Exception told = error.getTargetException();
        assertEquals(type, told.getClass());
        assertTrue(String.valueOf(told.getMessage()).contains(part), told.getMessage());
    }

    @Test
    void aLoopWhoseFileIsGoneSaysSoAndItsNameGoesAfterAWhile() {
        dataPlane.with("other");
        world.beans.doWork();
        dataPlane.loops.remove("feed");
        RuntimeMBeanException error =
                assertThrows(RuntimeMBeanException.class, () -> world.get(LOOP, "State"));
        assertEquals(
                "there is no poll loop feed any more; its name goes soon",
                error.getTargetException().getMessage());
        world.beans.doWork();
        assertTrue(world.names().contains(LOOP));
        world.nanos.addAndGet(OwnedMBeans.GRACE.toNanos());
        world.beans.doWork();
        assertFalse(world.names().contains(LOOP));
        assertTrue(world.names().contains("rdma:type=PollLoop,name=other"));
        assertTrue(world.names().contains(ALL));
    }

    @Test
    void aStrangeNameIsQuoted() throws JMException {
        dataPlane.with("a,b=*");
        world.beans.doWork();
        assertEquals("a,b=*", world.get("rdma:type=PollLoop,name=\"a,b=\\*\"", "Name"));
    }

    @Test
    void whileTheBundleIsReplacedTheNamesStay() throws Exception {
        assertEquals("RUNNING", world.get(LOOP, "State"));
        world.beans.unbindDataPlane(dataPlane);
        world.nanos.addAndGet(OwnedMBeans.GRACE.toNanos());
        world.beans.doWork();
        world.nanos.addAndGet(OwnedMBeans.GRACE.toNanos());
        world.beans.doWork();
        assertTrue(world.names().containsAll(List.of(ALL, LOOP)));
        assertRestarting(LOOP, "State");
        assertRestarting(ALL, "Loops");
        assertFails(IllegalStateException.class, "restarting: the dataplane bundle", "pause");
        world.beans.bindDataPlane(new MemoryDataPlane().with("feed"));
        assertEquals("RUNNING", world.get(LOOP, "State"));
    }

    private void assertRestarting(String name, String attribute) {
        RuntimeMBeanException error =
                assertThrows(RuntimeMBeanException.class, () -> world.get(name, attribute));
        assertEquals(
                "restarting: the dataplane bundle is being replaced; try again",
                error.getTargetException().getMessage());
    }
}

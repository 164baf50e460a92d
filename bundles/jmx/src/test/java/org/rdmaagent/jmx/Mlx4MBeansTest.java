// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class Mlx4MBeansTest {
    private static final String NAME = "rdma:type=Mlx4Context,device=mlx4_0";

    private final AgentInMemory world = AgentInMemory.running();
    private final MemoryMlx4 mlx4 = world.mlx4;

    Mlx4MBeansTest() {
        world.beans.bindMlx4(mlx4);
        world.beans.doWork();
    }

    @Test
    void eachDeviceOfTheServiceHasAName() {
        assertTrue(world.names().contains(NAME));
        assertFalse(world.names().contains("rdma:type=Mlx4Context,device=rxe0"));
    }

    @Test
    void theNameStaysWhileTheBundleIsReplaced() {
        world.beans.unbindMlx4(mlx4);
        world.beans.doWork();
        world.nanos.addAndGet(OwnedMBeans.GRACE.toNanos());
        world.beans.doWork();
        assertTrue(world.names().contains(NAME));
        String text = message(() -> world.get(NAME, "Allocator"));
        assertTrue(text.startsWith("restarting: the mlx4 bundle"), text);
    }

    @Test
    void theNameGoesSomeTimeAfterTheDevice() {
        mlx4.devices.clear();
        world.beans.doWork();
        assertTrue(world.names().contains(NAME));
        world.nanos.addAndGet(OwnedMBeans.GRACE.toNanos());
        world.beans.doWork();
        assertFalse(world.names().contains(NAME));
    }

    @Test
    void withoutAContextNothingIsSetAndNothingFails() throws Exception {
        assertEquals("mlx4_0", world.get(NAME, "Device"));
        assertEquals("sim", world.get(NAME, "Provider"));
        assertEquals(0, world.get(NAME, "LogWqsRangeSize"));
        assertEquals(-1, world.get(NAME, "LogWqsRangeBound"));
        assertEquals("", world.get(NAME, "Allocator"));
        assertEquals(0, ((TabularData) world.get(NAME, "DriverAttributes")).size());
        assertArrayEquals(
                new String[] {"system", "hugepage", "arena", "pool"},
                (String[]) world.get(NAME, "Allocators"));
    }

    @Test
    void theRangeIsThatOfTheOwnContext() throws Exception {
        mlx4.with("mlx4", "arena", 3).with("qp/feed", "arena", 5);
        assertEquals(3, world.get(NAME, "LogWqsRangeSize"));
        assertEquals(7, world.get(NAME, "LogWqsRangeBound"));
    }

    @Test
    void theOwnContextOfASecondDeviceHasAnotherName() throws Exception {
        mlx4.with("mlx4/mlx4_0", "arena", 6);
        assertEquals(6, world.get(NAME, "LogWqsRangeSize"));
    }

    @Test
    void allocatorsThatDifferAreMixed() throws Exception {
        mlx4.with("mlx4", "arena", 0).with("qp/feed", "arena", 0);
        assertEquals("arena", world.get(NAME, "Allocator"));
        mlx4.with("qp/feed", "system", 0);
        world.nanos.addAndGet(1_000_000_000L);
        assertEquals("mixed", world.get(NAME, "Allocator"));
    }

    @Test
    void aContextShowsAllThatIsKnown() throws Exception {
        mlx4.with("qp/feed", "hugepage", 2);
        CompositeData context = rows("Contexts")[0];
        assertEquals("qp/feed", context.get("context"));
        assertEquals(3, context.get("objects"));
        assertEquals("a file", context.get("origin"));
        assertEquals(true, context.get("needsReopen"));
        assertEquals("a note", context.get("note"));
        CompositeData range = (CompositeData) context.get("logWqsRange");
        assertEquals(List.of(2, 1, 4L, 2L, 7), values(range));
        CompositeData allocator = (CompositeData) context.get("allocator");
        assertEquals("hugepage", allocator.get("name"));
        assertEquals("arena", allocator.get("planned"));
        CompositeData[] uses =
                (CompositeData[]) ((CompositeData) allocator.get("statistics")).get("uses");
        assertEquals("cq", uses[0].get("purpose"));
        ForeignClient.receive(world.get(NAME, "Contexts"));
    }

    private static List<Object> values(CompositeData range) {
        return List.of(
                range.get("pending"),
                range.get("lastUsed"),
                range.get("set"),
                range.get("used"),
                range.get("bound"));
    }

    @Test
    void theStatisticsHaveARowForEachContext() throws Exception {
        mlx4.with("mlx4", "arena", 0).with("qp/feed", "hugepage", 0);
        CompositeData row = rows("AllocatorStatistics")[1];
        assertEquals("qp/feed", row.get("context"));
        assertEquals("hugepage", row.get("allocator"));
        Map<String, Long> figures =
                Map.of(
                        "allocations", 11L,
                        "frees", 12L,
                        "failures", 13L,
                        "fallbacks", 14L,
                        "liveBytes", 15L,
                        "peakBytes", 16L,
                        "liveBuffers", 17L,
                        "lostBytes", 18L);
        figures.forEach((field, value) -> assertEquals(value, row.get(field), field));
        assertEquals("arena full", row.get("lastTrouble"));
        ForeignClient.receive(world.get(NAME, "AllocatorStatistics"));
    }

    @Test
    void tablesAndTheDriversWordsAreShown() throws Exception {
        mlx4.with("mlx4", "arena", 0);
        CompositeData table = rows("ReceiveTables")[0];
        assertEquals("rss", table.get("name"));
        assertEquals(9L, table.get("tableNumber"));
        assertArrayEquals(new Integer[] {64, 65}, (Integer[]) table.get("wqNumbers"));
        assertEquals(true, table.get("contiguous"));
        TabularData told = (TabularData) world.get(NAME, "DriverAttributes");
        assertEquals(64L, told.get(new Object[] {"maxInlineReceiveBytes"}).get("value"));
    }

    @Test
    void operationsReachTheService() throws Exception {
        CompositeData set = (CompositeData) world.invoke(NAME, "setLogWqsRangeSize", 3);
        assertEquals(3, ((CompositeData) set.get("logWqsRange")).get("pending"));
        assertEquals(3, world.get(NAME, "LogWqsRangeSize"), "seen at once");
        world.invoke(NAME, "setLogWqsRangeSizeOf", " qp/feed ", 2);
        world.invoke(NAME, "setAllocator", "qp/feed", "pool");
        world.invoke(NAME, "reopen", "qp/feed");
        world.invoke(NAME, "createReceiveTable", "rss", 1, 64);
        world.invoke(NAME, "destroyReceiveTable", "rss");
        assertEquals(
                List.of(
                        "range mlx4_0 mlx4 3",
                        "range mlx4_0 qp/feed 2",
                        "allocator mlx4_0 qp/feed pool",
                        "reopen mlx4_0 qp/feed",
                        "create mlx4_0 rss 1 64",
                        "destroy mlx4_0 rss"),
                mlx4.calls);
    }

    @Test
    void whatCannotBeIsSaidInWordsOfTheJdk() {
        String range = message(() -> world.invoke(NAME, "setLogWqsRangeSize", 8));
        assertTrue(range.contains("EINVAL") && range.contains("0..7"), range);
        assertEquals("context is empty", message(() -> world.invoke(NAME, "reopen", " ")));
    }

    @Test
    void oneReadingOfManyAttributesAsksOnce() throws Exception {
        mlx4.with("mlx4", "arena", 0);
        int before = mlx4.queries;
        for (String attribute :
                List.of("Contexts", "Allocator", "AllocatorStatistics", "LogWqsRangeSize")) {
            Object unused = world.get(NAME, attribute);
        }
        assertEquals(before + 1, mlx4.queries);
    }

    private CompositeData[] rows(String attribute) throws Exception {
        return (CompositeData[]) world.get(NAME, attribute);
    }

    private static String message(Executable call) {
        RuntimeMBeanException error = assertThrows(RuntimeMBeanException.class, call);
        return String.valueOf(error.getTargetException().getMessage());
    }
}

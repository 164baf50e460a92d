// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.rdmaagent.mlx4.AllocatorStatistics;
import org.rdmaagent.mlx4.BufferAllocator;
import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.spi.mlx4.AllocatorPlan;
import org.rdmaagent.spi.mlx4.ContextPlan;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.mlx4.Mlx4Library;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.VerbsLease;

/** What the contract of mlx4 leaves to the simulation: its faults, its huge pages, its texts. */
class Mlx4AttributesTest {
    private static final String DEVICE = "mlx4_0";
    private static final int EIO = 5;
    private static final int CHUNK = 2 << 20;
    private static final AtomicLong NEXT = new AtomicLong(1L << 30);

    private final SimulatedWorld world = SmallFabric.world();
    private final Mlx4Library library = world.mlx4Library();
    private final VerbsLease lease = world.verbsLibrary().lease("test");

    private static AllocatorPlan allocator(String name, long regionBytes, boolean fallback) {
        return new AllocatorPlan(name, regionBytes, true, AllocatorPlan.DEVICE_NODE, fallback);
    }

    private void plan(AllocatorPlan allocator, int range) {
        library.setPlans(List.of(new ContextPlan(DEVICE, "*", allocator, range, "test")));
    }

    private Mlx4Context mlx4(ContextHandle context) {
        return library.contexts().stream()
                .filter(one -> one.name().equals(context.name()))
                .findFirst()
                .orElseThrow();
    }

    private AllocatorStatistics statistics(ContextHandle context) {
        return mlx4(context).status().allocator().statistics();
    }

    /** Pages of nowhere, kept by address; none is given twice. */
    private static final class Pool implements BufferAllocator {
        private final Map<Long, Long> live = new ConcurrentHashMap<>();

        @Override
        public long allocate(long bytes) {
            long address = NEXT.getAndAdd(bytes);
            live.put(address, bytes);
            return address;
        }

        @Override
        public void free(long address, long bytes) {
            assertEquals(bytes, live.remove(address));
        }
    }

    @Test
    void theBoundIsThatOfTheTablesThatTheDeviceTells() {
        long entries =
                world.verbsLibrary()
                        .queryDevice(DEVICE)
                        .extendedAttributes()
                        .orElseThrow()
                        .rssCaps()
                        .maxRwqIndirectionTableSize();
        int bound = mlx4(lease.open(DEVICE, "context")).status().logWqsRange().bound();
        assertEquals(entries, 1L << bound);
    }

    @Test
    void aDeviceOfAnotherDriverIsRefusedByItsName() {
        assertEquals("its driver is rdma_rxe, not mlx4_core", library.refusal("rxe0"));
    }

    @Test
    void anAttributeThatIsRefusedAtOpeningIsNotedAndTriedAgain() {
        plan(allocator("hugepage", CHUNK, false), 3);
        world.deviceFaults().failNext(DEVICE, "mlx4dv_set_context_attr", EIO, 2);
        ContextHandle context = lease.open(DEVICE, "context");
        Mlx4ContextStatus status = mlx4(context).status();
        assertEquals("system", status.allocator().name());
        assertEquals("hugepage", status.allocator().planned());
        assertTrue(status.needsReopen());
        assertTrue(status.note().startsWith("allocator hugepage was not set: "), status.note());
        assertTrue(status.note().contains("; logWqsRangeSize 3 was not set: "), status.note());
        plan(allocator("hugepage", CHUNK, false), 3);
        assertEquals("hugepage", mlx4(context).status().allocator().name());
        assertFalse(mlx4(context).status().needsReopen());
    }

    @Test
    void anotherRangeNeedsAReopenAndNoRangeDoesNot() {
        plan(allocator("system", CHUNK, true), 3);
        ContextHandle context = lease.open(DEVICE, "context");
        plan(allocator("system", CHUNK, true), 2);
        assertTrue(mlx4(context).status().needsReopen());
        plan(allocator("system", CHUNK, true), 0);
        assertFalse(mlx4(context).status().needsReopen());
        plan(allocator("system", CHUNK, true), 3);
        assertFalse(mlx4(context).status().needsReopen());
    }

    @Test
    void hugePagesAreTakenInChunksUntilThereAreNoMore() {
        world.deviceFaults().hugePages(2);
        plan(allocator("hugepage", 1, false), 0);
        ContextHandle context = lease.open(DEVICE, "context");
        CqHandle small = context.createCq("small", 100, null, 0);
        assertEquals(
                "simulated: 1 huge pages of 2 MiB, 1 chunks",
                mlx4(context).status().allocator().detail());
        // 65536 entries of 32 bytes fill a chunk of their own.
        CqHandle large = context.createCq("large", 65_535, null, 0);
        assertEquals("ENOMEM", VerbsBench.errno(() -> context.createCq("more", 65_535, null, 0)));
        assertTrue(
                statistics(context).lastTrouble().contains("/proc/sys/vm/nr_hugepages"),
                statistics(context).lastTrouble());
        large.close();
        context.createCq("more", 65_535, null, 0).close();
        small.close();
        assertEquals(
                "simulated: 0 huge pages of 2 MiB, 0 chunks",
                mlx4(context).status().allocator().detail());
    }

    @Test
    void withoutHugePagesOrdinaryOnesAreGivenIfThatIsAllowed() {
        world.deviceFaults().hugePages(0);
        plan(allocator("hugepage", CHUNK, true), 0);
        ContextHandle context = lease.open(DEVICE, "context");
        context.createCq("cq", 100, null, 0).close();
        assertEquals(2, statistics(context).fallbacks());
        assertEquals(0, statistics(context).failures());
    }

    @Test
    void anArenaSaysWhatItIsAndGoesWithTheLastOfItsContexts() {
        plan(allocator("arena", 8192, false), 0);
        ContextHandle one = lease.open(DEVICE, "one");
        ContextHandle two = lease.open(DEVICE, "two");
        CqHandle cq = one.createCq("cq", 100, null, 0);
        assertEquals(
                "simulated: a region of 8192 bytes, 8192 used; on node 0, locked",
                mlx4(two).status().allocator().detail());
        cq.close();
        one.close();
        assertEquals("ENOMEM", VerbsBench.errno(() -> two.createCq("cq", 1000, null, 0)));
        two.createCq("cq", 100, null, 0).close();
    }

    @Test
    void aHigherRankingGetsTheNextRequest() {
        Pool low = new Pool();
        Pool high = new Pool();
        world.allocatorArrives("pool", 1, low);
        plan(allocator("pool", 1, false), 0);
        ContextHandle context = lease.open(DEVICE, "context");
        CqHandle first = context.createCq("first", 100, null, 0);
        world.allocatorArrives("pool", 2, high);
        CqHandle second = context.createCq("second", 100, null, 0);
        assertEquals(2, low.live.size());
        assertEquals(1, high.live.size());
        second.close();
        first.close();
        assertEquals(Map.of(), low.live);
        assertEquals(Map.of(), high.live);
    }

    @Test
    void whatWasOnADeviceThatIsPulledOutGivesItsMemoryBack() {
        Pool pool = new Pool();
        world.allocatorArrives("pool", 0, pool);
        plan(allocator("pool", 1, false), 0);
        ContextHandle context = lease.open(DEVICE, "context");
        CqHandle cq = context.createCq("cq", 100, null, 0);
        world.deviceFaults().unplug(DEVICE);
        assertEquals(List.of(), library.devices());
        assertEquals("ENODEV", VerbsBench.errno(() -> library.refusal(DEVICE)));
        assertEquals("ENODEV", VerbsBench.errno(() -> mlx4(context).setLogWqsRangeSize(1)));
        context.close();
        assertFalse(cq.isOpen());
        assertEquals(Map.of(), pool.live);
        assertEquals(List.of(), library.contexts());
    }

    @Test
    void aDeviceThatFailedTakesNoAttribute() {
        ContextHandle context = lease.open(DEVICE, "context");
        world.deviceFaults().fatal(DEVICE);
        assertEquals("EIO", VerbsBench.errno(() -> mlx4(context).setLogWqsRangeSize(1)));
        assertEquals("EIO", VerbsBench.errno(() -> mlx4(context).attributes()));
        assertEquals(0, mlx4(context).status().logWqsRange().set());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rdmaagent.mlx4.service.MlxHost.DEVICE;
import static org.rdmaagent.mlx4.service.MlxHost.assertRefused;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.mlx4.BufferAllocator;
import org.rdmaagent.mlx4.LogWqsRange;
import org.rdmaagent.mlx4.ReceiveTable;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.VerbsObject;

/** Tables of work queues, on a simulated host. */
class ReceiveTablesTest {
    private final MlxHost host = new MlxHost();

    private ReceiveTable create(String name, int logSize, int entries) {
        return host.contexts.createReceiveTable(DEVICE, name, logSize, entries);
    }

    private List<String> names() {
        return host.contexts.receiveTables(DEVICE).stream().map(ReceiveTable::name).toList();
    }

    private DeviceContext own() {
        return host.open("mlx4");
    }

    @Test
    void theQueuesOfATableFollowEachOther() {
        ReceiveTable table = create("rss", 3, 64);
        assertEquals(DEVICE, table.device());
        assertEquals(3, table.logSize());
        assertEquals(8, table.wqNumbers().size());
        for (int i = 1; i < 8; i++) {
            assertEquals(table.wqNumbers().get(0) + i, table.wqNumbers().get(i));
        }
        assertTrue(table.contiguous());
        assertEquals(List.of(table), host.contexts.receiveTables(DEVICE));
        LogWqsRange range = host.status("mlx4").logWqsRange();
        assertEquals(0, range.pending());
        assertEquals(3, range.lastUsed());
    }

    @Test
    void tablesOfOneQueueAndOfSeveralLiveSideBySide() {
        ReceiveTable one = create("one", 0, 1);
        ReceiveTable two = create("a.two_-", 1, 16);
        assertEquals(1, one.wqNumbers().size());
        assertEquals(2, two.wqNumbers().size());
        assertEquals(List.of("a.two_-", "one"), names());
    }

    @Test
    void aDestroyedTableLeavesNothing() {
        ReceiveTable unused = create("rss", 2, 64);
        ReceiveTable other = create("rss2", 1, 64);
        host.contexts.destroyReceiveTable(DEVICE, "rss");
        assertEquals(List.of(other), host.contexts.receiveTables(DEVICE));
        host.contexts.destroyReceiveTable(DEVICE, "rss2");
        assertEquals(List.of(), own().objects());
        assertRefused("ENOENT", "", () -> host.contexts.destroyReceiveTable(DEVICE, "rss"));
    }

    @Test
    void whatCannotBeIsRefusedBeforeAnythingIsMade() {
        ReceiveTable unused = create("rss", 0, 1);
        int before = own().objects().size();
        assertThrows(IllegalArgumentException.class, () -> create("rss", 0, 1));
        assertThrows(IllegalArgumentException.class, () -> create("a/b", 0, 1));
        assertThrows(IllegalArgumentException.class, () -> create("", 0, 1));
        int bound = host.status("mlx4").logWqsRange().bound();
        assertRefused("EINVAL", "0.." + bound, () -> create("big", bound + 1, 1));
        assertRefused("EINVAL", "logSize", () -> create("big", -1, 1));
        assertRefused("EINVAL", "entries", () -> create("big", 1, 0));
        assertRefused("EINVAL", "entries", () -> create("big", 1, Integer.MAX_VALUE));
        assertEquals(before, own().objects().size());
        assertEquals(0, host.status("mlx4").logWqsRange().pending());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ibv_alloc_pd",
                "ibv_create_cq",
                "ibv_create_wq",
                "ibv_create_rwq_ind_table"
            })
    void whatFailsHalfwayIsTakenDownAndTheRangeTakenBack(String call) {
        DeviceContext context = own();
        host.world.deviceFaults().failNext(DEVICE, call, 12, 1);
        assertRefused("ENOMEM", call, () -> create("rss", 2, 64));
        assertEquals(List.of(), context.objects());
        assertEquals(0, host.status("mlx4").logWqsRange().pending());
        assertEquals(4, create("rss", 2, 64).wqNumbers().size());
    }

    @Test
    void aReplacedBundleFindsTheTablesAgain() {
        ReceiveTable table = create("rss", 2, 64);
        host.replaceBundle();
        assertEquals(List.of(table), host.contexts.receiveTables(DEVICE));
        host.contexts.destroyReceiveTable(DEVICE, "rss");
        assertEquals(List.of(), own().objects());
    }

    @Test
    void aReplacedVerbsBundleLosesNoTableAndSaysRestartingMeanwhile() throws Throwable {
        ReceiveTable table = create("rss", 2, 64);
        host.replaceVerbs(
                () ->
                        assertRefused(
                                "ENODEV", "restarting", () -> host.contexts.receiveTables(DEVICE)));
        assertEquals(List.of(), host.verbs.unclaimed());
        assertEquals(List.of(table), host.contexts.receiveTables(DEVICE));
    }

    @Test
    void verbsOnTheirWayOutAreNoReasonToTellThatThereIsNoTable() {
        ReceiveTable unused = create("rss", 1, 64);
        host.verbs.end();
        assertRefused("EBADF", "restarting", () -> host.contexts.receiveTables(DEVICE));
    }

    @Test
    void theTablesAreThereAgainAfterAReopening() {
        ReceiveTable unused = create("rss", 2, 64);
        ReceiveTable unused2 = create("one", 0, 16);
        host.file(DEVICE, "allocator", "arena");
        assertTrue(host.status("mlx4").needsReopen());
        host.contexts.reopen(DEVICE, "mlx4");
        assertEquals(List.of("one", "rss"), names());
        assertEquals("arena", host.status("mlx4").allocator().name());
        assertTrue(host.status("mlx4").allocator().statistics().liveBytes() > 0);
        ReceiveTable rss = host.contexts.receiveTables(DEVICE).get(1);
        assertEquals(2, rss.logSize());
        assertTrue(rss.contiguous());
    }

    @Test
    void aReopeningThatIsRefusedLeavesTheTables() {
        ReceiveTable unused = create("rss", 2, 64);
        CompletionQueue foreign = own().createCompletionQueue("foreign", 10, null, 0);
        assertRefused("EBUSY", "", () -> host.contexts.reopen(DEVICE, "mlx4"));
        assertEquals(List.of("rss"), names());
        assertTrue(foreign.isOpen());
    }

    @Test
    void aTableThatCannotBeMadeAgainIsToldAndMadeByTheNextReopening() {
        ReceiveTable unused = create("rss", 1, 64);
        host.verbs.afterReopening =
                () -> host.world.deviceFaults().failNext(DEVICE, "ibv_create_cq", 12, 1);
        host.contexts.reopen(DEVICE, "mlx4");
        assertEquals(List.of(), names());
        String text = host.contexts.check().text();
        assertTrue(text.contains("receive table rss of mlx4_0 could not be made again"), text);
        host.verbs.afterReopening = () -> {};
        host.contexts.reopen(DEVICE, "mlx4");
        assertEquals(List.of("rss"), names());
    }

    /** Verbs go as the completion queue of a table is being made. */
    private void cutOffTheMakingOf(String name) throws Throwable {
        host.file(DEVICE, "allocator", "cutter", "contexts", "mlx4");
        host.world.allocatorArrives("cutter", 0, new Cutter());
        assertRefused("EBADF", "replaced", () -> create(name, 1, 64));
        host.replaceVerbs(() -> {});
        assertEquals(
                List.of("rss", "rss"),
                own().objects().stream().map(VerbsObject::name).toList(),
                "protection domain and completion queue");
    }

    private final class Cutter implements BufferAllocator {
        @Override
        public long allocate(long bytes) {
            host.verbs.end();
            return 1L << 40;
        }

        @Override
        public void free(long address, long bytes) {
            assertEquals(1L << 40, address);
        }
    }

    private String health() {
        return host.contexts.check().text();
    }

    @Test
    void whatIsLeftOfATableIsToldAndDestroyedByItsName() throws Throwable {
        cutOffTheMakingOf("rss");
        assertTrue(health().contains("receive table rss of mlx4_0 is not whole"), health());
        host.contexts.destroyReceiveTable(DEVICE, "rss");
        assertEquals(List.of(), own().objects());
        assertFalse(health().contains("not whole"), health());
        assertEquals(0, host.status("mlx4").logWqsRange().pending());
    }

    @Test
    void whatIsLeftOfATableDoesNotHinderTheNextOfItsName() throws Throwable {
        cutOffTheMakingOf("rss");
        host.file(DEVICE, "allocator", "arena", "contexts", "mlx4");
        assertEquals(4, create("rss", 2, 64).wqNumbers().size());
        assertFalse(health().contains("not whole"), health());
    }

    @Test
    void whatIsLeftOfATableDoesNotHinderAReopening() throws Throwable {
        cutOffTheMakingOf("rss");
        host.contexts.reopen(DEVICE, "mlx4");
        assertEquals(List.of(), names());
    }

    @Test
    void anotherObjectOnTheContextIsNoRestOfATable() {
        CompletionQueue foreign = own().createCompletionQueue("foreign", 10, null, 0);
        assertFalse(health().contains("not whole"), health());
        assertRefused("ENOENT", "", () -> host.contexts.destroyReceiveTable(DEVICE, "foreign"));
        assertTrue(foreign.isOpen());
    }

    @Test
    void codeThatCannotBeLoadedAnyMoreIsAFailureLikeOthers() {
        DeviceContext context = own();
        host.verbs.givenOut = ReceiveTablesTest::withoutCodeOfTables;
        assertRefused("EBADF", "try again", () -> create("rss", 1, 64));
        host.verbs.givenOut = open -> open;
        assertEquals(List.of(), context.objects());
        assertEquals(0, host.status("mlx4").logWqsRange().pending());
    }

    private static DeviceContext withoutCodeOfTables(DeviceContext context) {
        InvocationHandler handler =
                (proxy, method, arguments) -> {
                    if (method.getName().equals("createReceiveIndirectionTable")) {
                        throw new NoClassDefFoundError("ReceiveIndirectionTable");
                    }
                    return method.invoke(context, arguments);
                };
        return (DeviceContext)
                Proxy.newProxyInstance(
                        DeviceContext.class.getClassLoader(),
                        new Class<?>[] {DeviceContext.class},
                        handler);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mlx4.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rdmaagent.mlx4.service.MlxHost.DEVICE;
import static org.rdmaagent.mlx4.service.MlxHost.FOREIGN;
import static org.rdmaagent.mlx4.service.MlxHost.assertRefused;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.mlx4.BufferAllocator;
import org.rdmaagent.mlx4.Mlx4ContextService;
import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;

/** Files, choices and health, on a simulated host. */
class ProvidedMlx4ContextsTest {
    private final MlxHost host = new MlxHost();

    @Test
    void withoutAFileContextsHaveTheLibrarysOwnMemory() {
        DeviceContext unused = host.open("qp/feed");
        Mlx4ContextStatus status = host.status("qp/feed");
        assertEquals("system", status.allocator().name());
        assertEquals("default", status.origin());
        assertFalse(status.needsReopen());
        assertEquals(List.of(DEVICE), host.contexts.devices());
        assertTrue(host.contexts.allocators().contains("arena"));
    }

    @Test
    void aFileIsInForceForWhatIsOpenedAfterwards() {
        host.file(DEVICE, "allocator", "arena", "contexts", "qp/*", "logWqsRangeSize", "2");
        DeviceContext unused = host.open("qp/feed");
        DeviceContext other = host.open("multicast/news");
        Mlx4ContextStatus status = host.status("qp/feed");
        assertEquals("arena", status.allocator().name());
        assertEquals(2, status.logWqsRange().pending());
        assertEquals("org.rdmaagent.mlx4-mlx4_0.cfg", status.origin());
        assertEquals("system", host.status(other.name()).allocator().name());
    }

    @Test
    void anEditIsInForceAtOnceWhereItCanBe() {
        host.file(DEVICE, "allocator", "arena");
        DeviceContext context = host.open("qp/feed");
        CompletionQueue unused = context.createCompletionQueue("feed", 100, null, 0);
        assertTrue(host.status("qp/feed").allocator().statistics().liveBytes() > 0);
        host.file(DEVICE, "allocator", "hugepage");
        assertEquals("hugepage", host.status("qp/feed").allocator().name());
        assertFalse(host.status("qp/feed").needsReopen());
        host.removeFile(DEVICE);
        Mlx4ContextStatus status = host.status("qp/feed");
        assertEquals("hugepage", status.allocator().name());
        assertEquals("system", status.allocator().planned());
        assertTrue(status.needsReopen());
        HealthResult health = host.contexts.check();
        assertEquals(HealthGrade.WARN, health.grade());
        assertTrue(health.text().contains("mlx4_0 qp/feed: "), health::text);
        assertTrue(health.text().contains("call reopen"), health::text);
    }

    @Test
    void anAllocatorIsChosenForOneContextUntilTheFileChanges() {
        host.file(DEVICE, "allocator", "arena");
        DeviceContext unused = host.open("qp/feed");
        DeviceContext other = host.open("qp/other");
        Mlx4ContextStatus after = host.contexts.setAllocator(DEVICE, "qp/feed", "hugepage");
        assertEquals("hugepage", after.allocator().name());
        assertEquals("operator", after.origin());
        assertEquals("arena", host.status(other.name()).allocator().name());
        host.replaceBundle();
        assertEquals("hugepage", host.status("qp/feed").allocator().name());
        host.file(DEVICE, "allocator", "arena", "fallback", "false");
        assertEquals("arena", host.status("qp/feed").allocator().name());
    }

    @Test
    void theOwnContextIsOpenedToBeSet() {
        Mlx4ContextStatus after =
                host.contexts.setLogWqsRangeSize(DEVICE, Mlx4ContextService.OWN_CONTEXT, 3);
        assertEquals(3, after.logWqsRange().pending());
        assertEquals("mlx4", after.context());
        assertEquals(
                0, host.contexts.setLogWqsRangeSize(DEVICE, "mlx4", 0).logWqsRange().pending());
        int bound = after.logWqsRange().bound();
        assertRefused(
                "EINVAL",
                Integer.toString(bound),
                () -> host.contexts.setLogWqsRangeSize(DEVICE, "mlx4", bound + 1));
        assertRefused("EINVAL", "", () -> host.contexts.setLogWqsRangeSize(DEVICE, "mlx4", -1));
    }

    @Test
    void whereAnotherDeviceHasTheNameTheOwnContextIsCalledOtherwise() {
        DeviceContext unused = host.verbs.open(FOREIGN, "mlx4");
        Mlx4ContextStatus after = host.contexts.setLogWqsRangeSize(DEVICE, "mlx4", 1);
        assertEquals("mlx4/mlx4_0", after.context());
        assertEquals("mlx4/mlx4_0", host.contexts.setLogWqsRangeSize(DEVICE, "mlx4", 2).context());
        host.contexts.reopen(DEVICE, "mlx4");
        assertEquals(List.of("mlx4_0 mlx4/mlx4_0"), host.verbs.reopened);
    }

    @Test
    void whatIsNotThereIsNamed() {
        DeviceContext unused = host.open("qp/feed");
        assertRefused(
                "ENOENT",
                "it holds qp/feed",
                () -> host.contexts.setLogWqsRangeSize(DEVICE, "qp/fed", 1));
        assertRefused("ENOENT", "", () -> host.contexts.reopen(DEVICE, "mlx4"));
        assertRefused(
                "EINVAL",
                "there are ",
                () -> host.contexts.setAllocator(DEVICE, "qp/feed", "pool"));
        assertRefused("ENODEV", "", () -> host.contexts.contexts("mlx4_9"));
    }

    @Test
    void aDeviceOfAnotherDriverIsRefusedEverywhere() {
        DeviceContext unused = host.verbs.open(FOREIGN, "qp/foreign");
        String no = "EOPNOTSUPP";
        assertRefused(no, "rxe", () -> host.contexts.contexts(FOREIGN));
        assertRefused(no, "rxe", () -> host.contexts.driverAttributes(FOREIGN));
        assertRefused(no, "rxe", () -> host.contexts.setAllocator(FOREIGN, "qp/foreign", "arena"));
        assertRefused(no, "rxe", () -> host.contexts.setLogWqsRangeSize(FOREIGN, "mlx4", 1));
        assertRefused(no, "rxe", () -> host.contexts.reopen(FOREIGN, "qp/foreign"));
        assertRefused(no, "rxe", () -> host.contexts.receiveTables(FOREIGN));
        assertRefused(no, "rxe", () -> host.contexts.createReceiveTable(FOREIGN, "a", 1, 1));
        assertRefused(no, "rxe", () -> host.contexts.destroyReceiveTable(FOREIGN, "a"));
        assertEquals(1, host.verbs.contexts().size(), "nothing was opened");
    }

    @Test
    void aContextOfOthersIsReopenedByTheVerbs() {
        DeviceContext unused = host.open("qp/feed");
        host.contexts.reopen(DEVICE, "qp/feed");
        assertEquals(List.of("mlx4_0 qp/feed"), host.verbs.reopened);
    }

    @Test
    void theDriversWordsNeedAContext() {
        assertRefused("ENOENT", "", () -> host.contexts.driverAttributes(DEVICE));
        DeviceContext unused = host.open("qp/feed");
        assertTrue(host.contexts.driverAttributes(DEVICE).version() >= 0);
    }

    @Test
    void withoutAProviderNothingIsOfferedAndFilesComplain() {
        ProvidedMlx4Contexts alone = new ProvidedMlx4Contexts(Map.of());
        assertEquals(List.of(), alone.devices());
        assertRefused("ENODEV", "libmlx4", () -> alone.contexts(DEVICE));
        assertRefused("ENODEV", "libmlx4", alone::allocators);
        assertEquals(new HealthResult("mlx4", HealthGrade.OK, "no libmlx4"), alone.check());
        host.file(DEVICE, "allocator", "arena");
        host.contexts.unbindLibrary(host.library);
        HealthResult health = host.contexts.check();
        assertEquals(HealthGrade.WARN, health.grade());
        assertTrue(health.text().contains("org.rdmaagent.mlx4-mlx4_0.cfg"), health::text);
    }

    @Test
    void filesForOtherDevicesComplainWithTheDriverThatWasFound() {
        host.file(FOREIGN, "allocator", "arena");
        host.file("gone", "allocator", "arena");
        String text = host.contexts.check().text();
        assertTrue(text.contains("org.rdmaagent.mlx4-rxe0.cfg: rxe0 cannot be used: "), text);
        assertTrue(text.contains("org.rdmaagent.mlx4-gone.cfg: gone cannot be used: "), text);
    }

    @Test
    void aWrongFileIsToldAndNothingOfItIsDone() {
        host.file(DEVICE, "allocator", "arena", "regionBytes", "64MiB");
        DeviceContext unused = host.open("qp/feed");
        assertEquals("system", host.status("qp/feed").allocator().name());
        String text = host.contexts.check().text();
        assertTrue(text.contains("regionBytes lies in 1..1099511627776, not 64MiB"), text);
    }

    @Test
    void anAllocatorThatIsNotThereIsNamedUntilItComes() {
        host.file(DEVICE, "allocator", "pool");
        DeviceContext unused = host.open("qp/feed");
        String text = host.contexts.check().text();
        assertTrue(text.contains("mlx4_0 qp/feed: there is no allocator 'pool' now"), text);
        host.world.allocatorArrives("pool", 0, new NoPages());
        text = host.contexts.check().text();
        assertFalse(text.contains("there is no allocator"), text);
    }

    /** An allocator that has nothing. */
    private static final class NoPages implements BufferAllocator {
        @Override
        public long allocate(long bytes) {
            return 0;
        }

        @Override
        public void free(long address, long bytes) {
            throw new AssertionError("it gave nothing");
        }
    }

    @Test
    void whatAnArenaCouldNotGiveIsTold() {
        host.file(DEVICE, "allocator", "arena", "regionBytes", "4096", "fallback", "true");
        DeviceContext context = host.open("qp/feed");
        CompletionQueue unused = context.createCompletionQueue("feed", 1000, null, 0);
        assertTrue(host.status("qp/feed").allocator().statistics().fallbacks() > 0);
        HealthResult health = host.contexts.check();
        assertEquals(HealthGrade.WARN, health.grade());
        assertTrue(
                health.text()
                        .contains(
                                "since it was opened, until it is reopened: requests that got"
                                        + " ordinary pages "),
                health::text);
    }

    @Test
    void aRangeThatNeedsAReopenIsNamedAndNoRangeNeedsNone() {
        host.file(DEVICE, "logWqsRangeSize", "2");
        DeviceContext unused = host.open("qp/feed");
        assertEquals(HealthGrade.OK, host.contexts.check().grade());
        host.file(DEVICE, "logWqsRangeSize", "3");
        String text = host.contexts.check().text();
        assertTrue(text.contains("opened again (logWqsRangeSize 3): call reopen"), text);
        assertFalse(text.contains("allocator"), text);
        host.file(DEVICE);
        assertEquals(HealthGrade.OK, host.contexts.check().grade());
    }

    @Test
    void aRangeBeyondTheBoundIsToldAsSoonAsTheBoundIsKnown() {
        DeviceContext unused = host.open("qp/feed");
        int bound = host.status("qp/feed").logWqsRange().bound();
        host.file(DEVICE, "logWqsRangeSize", Integer.toString(bound));
        assertFalse(host.contexts.check().text().contains("lies in"));
        host.file(DEVICE, "logWqsRangeSize", Integer.toString(bound + 1));
        String text = host.contexts.check().text();
        assertTrue(
                text.contains(
                        "configuration org.rdmaagent.mlx4-mlx4_0.cfg: logWqsRangeSize of mlx4_0"
                                + " lies in 0.."
                                + bound
                                + ", not "
                                + (bound + 1)),
                text);
        assertFalse(text.contains("call reopen"), text);
    }

    @Test
    void whoAsksForAReopeningInAnotherOneIsTold() {
        DeviceContext unused = host.open("qp/feed");
        AtomicInteger refused = new AtomicInteger();
        host.verbs.afterReopening =
                () -> {
                    assertRefused(
                            "EBUSY",
                            "it is being reopened by somebody else: try again",
                            () -> host.contexts.reopen(DEVICE, "qp/feed"));
                    refused.incrementAndGet();
                };
        host.contexts.reopen(DEVICE, "qp/feed");
        assertEquals(1, refused.get());
        assertRefused("ENOENT", "", () -> host.contexts.reopen(DEVICE, "qp/feed"));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 9})
    void aContextThatIsClosedBySomebodyElseMeanwhileIsWorthAnotherTry(int errno) {
        DeviceContext unused = host.open("qp/feed");
        host.verbs.afterReopening =
                () -> {
                    throw new RdmaException("ibv_close_device", Errno.of(errno), "qp/feed", "gone");
                };
        assertRefused("EAGAIN", "by somebody else", () -> host.contexts.reopen(DEVICE, "qp/feed"));
    }

    @Test
    void aServiceWithoutAUsableNameIsToldUntilItIsGone() {
        Map<String, Object> good = service(7, "pool");
        Map<String, Object> bad = service(8, "arena");
        host.contexts.bindAllocator(good);
        assertEquals(HealthGrade.OK, host.contexts.check().grade());
        host.contexts.bindAllocator(bad);
        host.contexts.bindAllocator(service(9, "my pool"));
        String text = host.contexts.check().text();
        assertTrue(text.contains("BufferAllocator of bundle 87 is not used: its property"), text);
        assertTrue(text.contains("rdma.allocator is 'arena'"), text);
        assertTrue(text.contains("rdma.allocator is 'my pool'"), text);
        host.contexts.bindAllocator(service(9, "pool2"));
        host.contexts.unbindAllocator(bad);
        host.contexts.unbindAllocator(good);
        assertEquals(HealthGrade.OK, host.contexts.check().grade());
    }

    private static Map<String, Object> service(long id, String name) {
        return Map.of("service.id", id, "service.bundleid", 87L, BufferAllocator.NAME, name);
    }
}

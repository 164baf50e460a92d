// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.spi.cm.CmEventType;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmLease;
import org.rdmaagent.spi.cm.CmNotice;

/** What an owner holds stays while its users change, and ends in the right order. */
class CmLeaseTest {
    private final FakeCmWorld world = new FakeCmWorld();
    private final FakeCm fake = world.fake;

    @AfterEach
    void close() {
        world.close();
    }

    private static void refused(String errno, Executable action) {
        RdmaException refused = assertThrows(RdmaException.class, action);
        assertEquals(errno, refused.errno().name(), refused.getMessage());
    }

    private static CompletableFuture<Optional<CmNotice>> waiting(CmLease lease) {
        return CompletableFuture.supplyAsync(() -> lease.awaitEvent(FakeCmWorld.LONG));
    }

    private static <T> T soon(CompletableFuture<T> future) throws Exception {
        return future.get(20, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @CsvSource({"19, ENODEV", "2, ENODEV", "6, ENODEV", "24, EMFILE", "13, EACCES"})
    void aChannelThatCannotBeOpenedSaysWhy(int errno, String name) {
        fake.refusals.put("createChannel", errno);
        refused(name, world::lease);
        fake.refusals.clear();
        assertEquals("multicast", world.lease().owner());
    }

    @Test
    void namesAreUniqueAndIdsInTheOrderOfMaking() {
        CmLease lease = world.lease();
        CmId second = lease.createId("b", PortSpace.UDP);
        CmId first = lease.createId("a", PortSpace.IPOIB);
        assertEquals(List.of(second, first), lease.ids());
        assertEquals(first, lease.id("a"));
        assertThrows(IllegalArgumentException.class, () -> lease.createId("a", PortSpace.UDP));
        first.close();
        assertTrue(lease.createId("a", PortSpace.UDP).isOpen());
    }

    @Test
    void anIdThatTheKernelRefusesLeavesItsNameFree() {
        CmLease lease = world.lease();
        fake.refusals.put("createId " + PortSpace.UDP.code(), 12);
        refused("ENOMEM", () -> lease.createId("a", PortSpace.UDP));
        fake.refusals.clear();
        assertTrue(lease.createId("a", PortSpace.UDP).isOpen());
    }

    @Test
    void theNextUserFindsWhatWasHandedBackAndItsEvents() {
        CmLease lease = world.lease();
        CmId id = FakeCmWorld.joined(lease, "a");
        lease.handBack();
        lease.handBack();
        fake.tellAll(CmEventType.MULTICAST_JOIN, 0);
        refused("EBADF", lease::ids);
        refused("EBADF", () -> lease.createId("b", PortSpace.UDP));
        refused("EBADF", () -> lease.awaitEvent(0));
        CmLease next = world.lease();
        assertEquals(List.of(id), next.ids());
        assertEquals(id, next.awaitEvent(0).orElseThrow().id());
        lease.close();
        assertTrue(id.isOpen());
    }

    @Test
    void aWakeEndsThisWaitOrTheNext() throws Exception {
        CmLease lease = world.lease();
        lease.wake();
        assertEquals(Optional.empty(), lease.awaitEvent(FakeCmWorld.LONG));
        CompletableFuture<Optional<CmNotice>> waiting = waiting(lease);
        lease.wake();
        assertEquals(Optional.empty(), soon(waiting));
        assertEquals(Optional.empty(), lease.awaitEvent(TimeUnit.MILLISECONDS.toNanos(3)));
    }

    @Test
    void anEventEndsTheWait() throws Exception {
        CmLease lease = world.lease();
        CmId id = lease.createId("a", PortSpace.UDP);
        CompletableFuture<Optional<CmNotice>> waiting = waiting(lease);
        fake.tellIds(CmEventType.ADDR_CHANGE);
        assertEquals(id, soon(waiting).orElseThrow().id());
    }

    @Test
    void handingBackEndsTheWait() throws Exception {
        CmLease lease = world.lease();
        CompletableFuture<Optional<CmNotice>> waiting = waiting(lease);
        lease.handBack();
        assertTrue(endedQuietly(waiting));
    }

    @Test
    void aNewUserEndsTheWaitOfTheOldOneAndLosesNoEvent() throws Exception {
        CmLease old = world.lease();
        CmId id = old.createId("a", PortSpace.UDP);
        CompletableFuture<Optional<CmNotice>> waiting = waiting(old);
        CmLease next = world.lease();
        assertTrue(endedQuietly(waiting));
        CompletableFuture<Optional<CmNotice>> again = waiting(next);
        fake.tellIds(CmEventType.ADDR_CHANGE);
        assertEquals(id, soon(again).orElseThrow().id());
    }

    @Test
    void closingEndsTheWaitAndComesBack() throws Exception {
        CmLease lease = world.lease();
        CmId id = FakeCmWorld.joined(lease, "a");
        CompletableFuture<Optional<CmNotice>> waiting = waiting(lease);
        lease.close();
        lease.close();
        assertTrue(endedQuietly(waiting));
        assertFalse(id.isOpen());
        assertFalse(fake.isOpen());
        refused("EBADF", () -> lease.awaitEvent(0));
        lease.wake();
    }

    /** Empty if it waited by then; EBADF if it only came to it afterwards. */
    private static boolean endedQuietly(CompletableFuture<Optional<CmNotice>> waiting)
            throws Exception {
        try {
            return soon(waiting).isEmpty();
        } catch (ExecutionException e) {
            return e.getCause() instanceof RdmaException refused
                    && refused.errno().name().equals("EBADF");
        }
    }

    @Test
    void theEndComesInTheRightOrderAndGoesOnAfterAFailure() {
        CmLease lease = world.lease();
        CmId first = FakeCmWorld.joined(lease, "a");
        CmId second = FakeCmWorld.joined(lease, "b");
        fake.calls.clear();
        fake.refusals.put("destroyId", 5);
        refused("EIO", lease::close);
        assertEquals(
                List.of("leave", "destroyId", "leave", "destroyId", "destroyChannel"), fake.calls);
        assertFalse(first.isOpen());
        assertFalse(second.isOpen());
        fake.refusals.clear();
        assertEquals(List.of(), world.lease().ids());
    }

    @Test
    void whatNobodyTakesUpInTimeIsClosed() {
        CmLease lease = world.lease();
        FakeCmWorld.joined(lease, "a");
        lease.handBack();
        world.now.addAndGet(FakeCmWorld.DEADLINE - 1);
        world.registry.doWork();
        assertTrue(fake.isOpen());
        world.now.incrementAndGet();
        world.registry.doWork();
        assertFalse(fake.isOpen());
        assertEquals(List.of(), world.lease().ids());
    }

    @Test
    void whatIsTakenUpInTimeStays() {
        world.lease().handBack();
        CmLease next = world.lease();
        world.now.addAndGet(2 * FakeCmWorld.DEADLINE);
        world.registry.doWork();
        assertTrue(fake.isOpen());
        assertEquals(Optional.empty(), next.awaitEvent(0));
    }

    @Test
    void theProvidersEndClosesEverythingForGood() {
        CmLease lease = world.lease();
        CmId id = FakeCmWorld.joined(lease, "a");
        world.registry.close();
        assertFalse(fake.isOpen());
        assertFalse(id.isOpen());
        refused("EBADF", lease::ids);
        refused("ENODEV", world::lease);
    }

    @Test
    void aChannelThatCannotBeReadSaysSo() {
        CmLease lease = world.lease();
        fake.refusals.put("getEvent", 5);
        refused("EIO", () -> lease.awaitEvent(FakeCmWorld.LONG));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipEvent;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.membership.LibraryDevices;
import org.rdmaagent.multicast.membership.SessionVerbs;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;

/** The whole bundle, with its threads, on a simulated host. */
class ProvidedMulticastTest {
    private static final PortId IB = new PortId("mlx4_0", 1);
    private static final GroupAddress GROUP = GroupAddress.parse("239.1.2.3");
    private static final long PATIENCE_MILLIS = 20_000;

    private final SimulatedWorld world = SimulatedWorld.defaultWorld(SimulationSettings.defaults());
    private final SessionVerbs verbs = new SessionVerbs(world.verbsLibrary());
    private final Queue<MembershipEvent> told = new ConcurrentLinkedQueue<>();
    private ProvidedMulticast multicast = new ProvidedMulticast();

    @BeforeEach
    void bind() {
        multicast.bindVerbs(verbs);
        multicast.bindDevices(new LibraryDevices(world.verbsLibrary()));
        multicast.bindTransport(world.madTransport());
        multicast.bindManager(world.cmLibrary());
        multicast.bindListener(told::add);
    }

    @AfterEach
    void nothingIsLeftBehind() {
        multicast.stop();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            assertFalse(thread.getName().startsWith("rdma-multicast"), thread.getName());
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, what);
            LockSupport.parkNanos(1_000_000);
        }
    }

    private Membership joined() throws InterruptedException {
        Membership membership = multicast.join(JoinRequest.by(IB, GROUP));
        assertEquals(MembershipState.JOINED, membership.await(PATIENCE_MILLIS).state());
        return membership;
    }

    @Test
    void joiningAndLeavingAreTold() throws InterruptedException {
        Membership membership = joined();
        membership.leave();
        assertEquals(MembershipState.LEFT, membership.await(PATIENCE_MILLIS).state());
        await("all is told", () -> told.size() == 4);
        List<MembershipEvent> all = List.copyOf(told);
        assertEquals(List.of(1L, 2L, 3L, 4L), all.stream().map(MembershipEvent::sequence).toList());
        assertEquals(
                List.of(
                        MembershipState.JOINING,
                        MembershipState.JOINED,
                        MembershipState.LEAVING,
                        MembershipState.LEFT),
                all.stream().map(event -> event.status().state()).toList());
        await("the pair is closed", () -> verbs.contexts().isEmpty());
    }

    @Test
    void aFailingListenerDoesNotHinderTheOthers() throws InterruptedException {
        multicast.bindListener(
                event -> {
                    throw new IllegalStateException("not today");
                });
        Queue<MembershipEvent> last = new ConcurrentLinkedQueue<>();
        multicast.bindListener(last::add);
        Membership unused = joined();
        await("the last one hears of it", () -> last.size() == 2);
    }

    @Test
    void addressesThatAreNoneAreRefusedAtOnce() {
        RdmaException unicast =
                assertThrows(
                        RdmaException.class,
                        () -> multicast.join(JoinRequest.by(IB, GroupAddress.parse("10.0.0.1"))));
        assertEquals("EINVAL", unicast.errno().name());
        assertEquals("rdma_join_multicast", unicast.call());
        RdmaException name =
                assertThrows(
                        RdmaException.class,
                        () -> multicast.join(JoinRequest.by("localhost", GROUP)));
        assertEquals("EINVAL", name.errno().name());
        assertEquals(List.of(), multicast.memberships());
    }

    @Test
    void healthTellsWhoIsNoMember() throws InterruptedException {
        assertEquals(HealthGrade.OK, multicast.check().grade());
        Membership fine = multicast.join(JoinRequest.by(IB, GROUP).change().counted(false).build());
        assertEquals(MembershipState.JOINED, fine.await(PATIENCE_MILLIS).state());
        assertEquals("memberships: 1 joined", multicast.check().text());
        Membership six =
                multicast.join(JoinRequest.by("192.0.2.10", GroupAddress.parse("ff0e::1")));
        assertEquals(MembershipState.FAILED, six.await(PATIENCE_MILLIS).state());
        assertEquals(HealthGrade.WARN, multicast.check().grade());
        assertTrue(
                multicast.check().text().startsWith("memberships: 1 joined; " + six.name()),
                multicast.check()::text);
        fine.close();
    }

    @Test
    void theNextBundleTakesOver() throws InterruptedException {
        Membership before = joined();
        multicast.stop();
        assertEquals("EBADF", assertThrows(RdmaException.class, before::status).errno().name());
        multicast = new ProvidedMulticast();
        bind();
        await("it is adopted", () -> multicast.membership(before.name()).isPresent());
        Membership after = multicast.membership(before.name()).orElseThrow();
        assertEquals(MembershipState.JOINED, after.await(PATIENCE_MILLIS).state());
        assertEquals(1, after.status().joins());
    }

    @Test
    void aProviderThatGoesIsLetGo() throws InterruptedException {
        Membership membership = joined();
        multicast.unbindManager(world.cmLibrary());
        assertEquals(MembershipState.LOST, membership.status().state());
        multicast.bindManager(world.cmLibrary());
        assertEquals(MembershipState.JOINED, membership.await(PATIENCE_MILLIS).state());
    }

    @Test
    void theSubnetTellsOfTheMembership() throws InterruptedException {
        Membership membership = joined();
        var mgid = membership.status().joined().orElseThrow().mgid();
        assertTrue(multicast.membershipOf(IB, mgid).isPresent());
        assertTrue(multicast.groups(IB).stream().anyMatch(group -> group.mgid().equals(mgid)));
    }

    @Test
    void manyThreadsJoinAndLeaveAtOnce() throws InterruptedException {
        Queue<String> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads =
                IntStream.range(0, 4)
                        .mapToObj(number -> new Thread(() -> rounds(failures), "rounds " + number))
                        .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(), List.copyOf(failures));
        await("all pairs are closed", () -> verbs.contexts().isEmpty());
        multicast.stop();
        assertEquals(List.of(), world.cmLibrary().lease("multicast").ids());
    }

    private void rounds(Queue<String> failures) {
        try {
            for (int i = 0; i < 25; i++) {
                Membership membership = multicast.join(JoinRequest.by(IB, GROUP));
                if (i % 3 != 0) {
                    MembershipState state = membership.await(PATIENCE_MILLIS).state();
                    if (state != MembershipState.JOINED) {
                        failures.add(membership.status().toString());
                    }
                }
                membership.leave();
                if (membership.await(PATIENCE_MILLIS).state() != MembershipState.LEFT) {
                    failures.add(membership.status().toString());
                }
            }
        } catch (InterruptedException | RuntimeException | AssertionError e) {
            failures.add(e.toString());
        }
    }
}

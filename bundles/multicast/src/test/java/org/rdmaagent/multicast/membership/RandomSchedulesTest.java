// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.rdmaagent.multicast.MembershipState.FAILED;
import static org.rdmaagent.multicast.MembershipState.JOINED;
import static org.rdmaagent.multicast.MembershipState.JOINING;
import static org.rdmaagent.multicast.MembershipState.LEAVING;
import static org.rdmaagent.multicast.MembershipState.LEFT;
import static org.rdmaagent.multicast.MembershipState.LOST;
import static org.rdmaagent.multicast.MembershipState.REJOINING;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipEvent;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MembershipStatus;
import org.rdmaagent.spi.cm.CmLease;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QueuePair;

/**
 * Whatever happens in whatever order: no queue pair is attached to a group that its port is no
 * member of, every change of state is one of those that there are, all that can be a member becomes
 * one in the end, and nothing is left when all was left.
 */
class RandomSchedulesTest {
    private static final int SCHEDULES = Boolean.getBoolean("rdma.long") ? 1000 : 60;
    private static final int STEPS = 60;
    private static final String OURS = "multicast/";

    private static final Map<MembershipState, Set<MembershipState>> WAYS =
            Map.of(
                    JOINING, Set.of(JOINING, JOINED, FAILED, LEAVING),
                    JOINED, Set.of(LOST, FAILED, LEAVING),
                    LOST, Set.of(REJOINING, JOINED, LEAVING),
                    REJOINING, Set.of(JOINED, LOST, FAILED, LEAVING),
                    FAILED, Set.of(JOINING, LEAVING),
                    LEAVING, Set.of(LEFT),
                    LEFT, Set.of());

    @Test
    void invariantsHold() {
        Integer only = Integer.getInteger("rdma.seed");
        if (only != null) {
            run(only);
            return;
        }
        for (int seed = 1; seed <= SCHEDULES; seed++) {
            try {
                run(seed);
            } catch (AssertionError | RuntimeException e) {
                fail("seed " + seed + " (repeat it with -Drdma.seed=" + seed + ")", e);
            }
        }
    }

    private static void run(long seed) {
        Rig rig = new Rig(seed);
        Random random = new Random(seed);
        Schedule schedule = new Schedule(rig, random);
        new OwnPair(rig).make();
        for (int i = 0; i < STEPS; i++) {
            schedule.next();
            if (!schedule.isStopped()) {
                rig.step(random.nextInt(300));
                checkAttachments(rig);
            }
        }
        schedule.heal();
        rig.run(95_000);
        checkAttachments(rig);
        checkStates(rig);
        checkSettled(rig);
        checkReceiving(rig);
        leaveAll(rig);
        checkTransitions(rig.told);
        checkNothingIsLeft(rig);
    }

    private static void checkAttachments(Rig rig) {
        if (rig.verbs == null) {
            return;
        }
        Map<Integer, Set<MulticastAttachment>> groups = new HashMap<>();
        for (Membership membership : rig.conductor.memberships()) {
            MembershipStatus status = membership.status();
            Optional<JoinedGroup> joined = status.joined();
            if (joined.isPresent() && status.attached() && status.queuePair().isPresent()) {
                groups.computeIfAbsent(status.queuePair().get().value(), number -> new HashSet<>())
                        .add(new MulticastAttachment(joined.get().mgid(), joined.get().mlid()));
            }
        }
        for (QueuePair pair : living(rig)) {
            for (MulticastAttachment attachment : pair.attachments()) {
                assertTrue(
                        groups.getOrDefault(pair.number().value(), Set.of()).contains(attachment),
                        () -> pair + " is attached to " + attachment + ", joined are " + groups);
            }
        }
    }

    /** One of a device that was pulled out receives nothing, and can only be closed. */
    private static List<QueuePair> living(Rig rig) {
        return rig.verbs().queuePairs().stream().filter(RandomSchedulesTest::lives).toList();
    }

    private static boolean lives(QueuePair pair) {
        try {
            return pair.state() != QpState.UNKNOWN;
        } catch (RdmaException e) {
            return false;
        }
    }

    private static void checkStates(Rig rig) {
        for (Membership membership : rig.conductor.memberships()) {
            MembershipStatus status = membership.status();
            assertEquals(status.state() == JOINED, status.joined().isPresent(), status::toString);
        }
    }

    /** All that could be a member is one; what a call asked for in vain failed. */
    private static void checkSettled(Rig rig) {
        for (Membership membership : rig.conductor.memberships()) {
            MembershipStatus status = membership.status();
            Set<MembershipState> ends =
                    status.lasting() ? Set.of(JOINED, LEFT) : Set.of(JOINED, FAILED, LEFT);
            assertTrue(ends.contains(status.state()), () -> membership + " " + status);
        }
    }

    /** Who is told to receive does. */
    private static void checkReceiving(Rig rig) {
        for (Membership membership : rig.conductor.memberships()) {
            MembershipStatus status = membership.status();
            if (status.attached()) {
                JoinedGroup group = status.joined().orElseThrow();
                QueuePair pair =
                        rig.verbs()
                                .queuePair(
                                        status.port().orElseThrow().device(),
                                        status.queuePair().orElseThrow())
                                .orElseThrow();
                assertTrue(
                        pair.attachments()
                                .contains(new MulticastAttachment(group.mgid(), group.mlid())),
                        () -> membership + " " + status + ": " + pair.attachments());
            }
        }
    }

    private static void leaveAll(Rig rig) {
        for (int i = 0; i < 8; i++) {
            rig.removeFile("m" + i);
        }
        rig.conductor.memberships().forEach(Membership::close);
        rig.run(4_000);
    }

    private static void checkTransitions(List<MembershipEvent> told) {
        for (MembershipEvent event : told) {
            assertTrue(
                    WAYS.getOrDefault(event.before(), Set.of()).contains(event.status().state()),
                    () -> "from " + event.before() + ": " + event);
        }
    }

    private static void checkNothingIsLeft(Rig rig) {
        for (Membership membership : rig.conductor.memberships()) {
            assertEquals(LEFT, membership.status().state(), membership::toString);
        }
        assertEquals(
                List.of(),
                rig.verbs().contexts().stream()
                        .map(DeviceContext::name)
                        .filter(name -> name.startsWith(OURS))
                        .toList());
        assertEquals(Set.of(), rig.counter.late);
        assertEquals(Set.of(), rig.counted);
        rig.stop();
        CmLease lease = rig.lease();
        assertEquals(List.of(), lease.ids());
        assertEquals(Optional.empty(), lease.awaitEvent(0));
        for (QueuePair pair : living(rig)) {
            assertEquals(List.of(), pair.attachments(), pair::toString);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rdmaagent.multicast.membership.Rig.IB;
import static org.rdmaagent.multicast.membership.Rig.request;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipState;

/** What arrives after a group was left. */
class LateTest {
    private final Rig rig = new Rig();

    @Test
    void whatWasQueuedIsCountedAsLateUntilItIsStill() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        int number = rig.pair("feed").number().value();
        rig.counter.receive(number, 10);
        assertEquals(0, feed.status().lateMessages());
        feed.leave();
        rig.run(50);
        assertEquals(MembershipState.LEFT, feed.status().state());
        rig.counter.receive(number, 3);
        rig.run(150);
        rig.counter.receive(number, 2);
        rig.run(150);
        // The last of them came less than 200 ms ago: the pair is still there.
        assertEquals(1, rig.verbs().contexts().size());
        rig.run(150);
        assertEquals(5, feed.status().lateMessages());
        assertEquals(0, rig.verbs().contexts().size());
        assertEquals(Set.of(), rig.counter.late);
    }

    @Test
    void whoeverFloodsThePairDoesNotKeepItOpen() {
        Membership feed = rig.joined(request("feed").port(IB).build());
        int number = rig.pair("feed").number().value();
        feed.leave();
        for (int i = 0; i < 21; i++) {
            rig.counter.receive(number, 1);
            rig.run(100);
        }
        assertEquals(0, rig.verbs().contexts().size());
        assertEquals(Set.of(), rig.counter.late);
    }

    @Test
    void withoutACounterNobodyKnows() {
        rig.counts = false;
        Membership feed = rig.joined(request("feed").port(IB).build());
        feed.leave();
        rig.run(500);
        assertEquals(-1, feed.status().lateMessages());
        assertEquals(0, rig.verbs().contexts().size());
    }

    @Test
    void whoPollsItselfIsNotCounted() {
        Membership feed = rig.joined(request("feed").port(IB).counted(false).build());
        assertEquals(Set.of(), rig.counted);
        assertEquals(-1, feed.status().lateMessages());
        feed.leave();
        rig.run(500);
        assertEquals(0, rig.verbs().contexts().size());
    }
}

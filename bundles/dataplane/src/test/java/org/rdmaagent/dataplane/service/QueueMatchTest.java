// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rdmaagent.spi.completion.PolledQueue;

class QueueMatchTest {
    private static final PolledQueue A = queue("qp/a", "feed", 1);
    private static final PolledQueue B = queue("qp/b", "feed", 2);
    private static final PolledQueue C = queue("qp/b", "other", 3);
    private static final List<PolledQueue> ALL = List.of(A, B, C);

    private static PolledQueue queue(String context, String name, long identity) {
        return new PolledQueue("mlx4_0", context, name, identity, 16, 8, true);
    }

    @Test
    void aNameThatOnlyOneHasIsEnough() {
        assertEquals(new QueueMatch(C, ""), QueueMatch.of("other", ALL, Map.of()));
    }

    @Test
    void theContextTellsQueuesOfOneNameApart() {
        assertEquals(new QueueMatch(B, ""), QueueMatch.of("qp/b:feed", ALL, Map.of()));
    }

    @Test
    void anAmbiguousNameNamesBoth() {
        assertEquals(
                QueueMatch.none(
                        "several queues have this name, qp/a:feed on mlx4_0 and qp/b:feed on"
                                + " mlx4_0: name the context, too"),
                QueueMatch.of("feed", ALL, Map.of()));
    }

    @Test
    void aQueueThatAnotherLoopHasIsRefused() {
        assertEquals(
                QueueMatch.none("loop slow polls qp/b:other already"),
                QueueMatch.of("other", ALL, Map.of(3L, "slow")));
    }

    @Test
    void aQueueThatIsNotThereIsWaitedFor() {
        assertEquals(
                QueueMatch.none("there is no completion queue of this name yet"),
                QueueMatch.of("none", ALL, Map.of()));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.VerbsObject;
import org.rdmaagent.verbs.object.SimulatedVerbsWorld;

/** What a queue pair that is gone at once tells. */
class TrialPairTest {
    private static final String MLX = "mlx4_0";
    private static final String CREATE = "ibv_create_qp";
    private static final int EINVAL = 22;
    private static final int EOPNOTSUPP = 95;

    private final SimulatedVerbsWorld host = new SimulatedVerbsWorld();
    private final DeviceContext context = host.session().open(MLX, "qp/joining");
    private final ProtectionDomain domain = context.allocateProtectionDomain("joining");
    private final TrialPair trial =
            new TrialPair(
                    context,
                    domain,
                    QueuePairPlan.of("joining", Map.of("device", MLX, "maxRecvWr", "5")));

    private static RdmaException small(int errno) {
        return new RdmaException("ibv_resize_cq", Errno.of(errno), "mlx4_0 cq all", "it stays");
    }

    private void assertOnlyTheDomainIsLeft() {
        assertEquals(
                List.of("joining"), context.objects().stream().map(VerbsObject::name).toList());
    }

    @Test
    void whatIsGrantedIsAsMuchAsIsAskedForAtLeast() {
        QpCapabilities granted = trial.granted();
        assertTrue(granted.maxRecvWr() >= 5, granted.toString());
        assertOnlyTheDomainIsLeft();
    }

    @Test
    void aPairThatWouldNotBeTakenAtAllIsToldByItsOwnName() {
        host.faults.failNext(MLX, CREATE, EOPNOTSUPP, 1);
        RdmaException refusal =
                assertThrows(RdmaException.class, () -> trial.requireTaken(small(EOPNOTSUPP)));
        assertEquals(CREATE, refusal.call());
        assertEquals("joining", refusal.subject());
        assertOnlyTheDomainIsLeft();
    }

    @Test
    void whatWouldBeTakenByALargerQueueIsNotTheTrouble() {
        assertDoesNotThrow(() -> trial.requireTaken(small(EOPNOTSUPP)));
        host.faults.failNext(MLX, CREATE, EINVAL, 1);
        assertDoesNotThrow(() -> trial.requireTaken(small(EOPNOTSUPP)));
        assertOnlyTheDomainIsLeft();
    }

    /** The failure is still to come: nobody has asked. */
    @Test
    void aQueueThatDoesNotGrowForAnotherReasonIsNotAskedFor() {
        host.faults.failNext(MLX, CREATE, EOPNOTSUPP, 1);
        assertDoesNotThrow(() -> trial.requireTaken(small(EINVAL)));
        assertEquals("joining", assertThrows(RdmaException.class, trial::granted).subject());
    }

    @Test
    void whatALoopHadInItsHandsIsClosedTheNextTime() {
        CompletionQueue queue = context.createCompletionQueue("selftest/joining", 8, null, 0);
        QueuePair left =
                domain.createQueuePair(
                        "selftest/joining",
                        QueuePairPlan.of("joining", Map.of("device", MLX)).init(),
                        queue,
                        queue,
                        null);
        assertTrue(trial.granted().maxRecvWr() >= 5);
        assertTrue(!left.isOpen() && !queue.isOpen());
        assertOnlyTheDomainIsLeft();
    }
}

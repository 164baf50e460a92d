// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;

/** Completion ports and what goes wrong with devices; the contract tests the rest. */
class PortsTest {
    private final VerbsBench bench = new VerbsBench();

    private CompletionPort open(CqHandle cq) {
        PolledQueue queue =
                bench.world.completionPorts().queues().stream()
                        .filter(one -> one.name().equals(cq.name()))
                        .findFirst()
                        .orElseThrow();
        return bench.world.completionPorts().open(queue, "loop test");
    }

    private void complete(VerbsBench.End end, int count) {
        end.qp()
                .modify(
                        QpAttributes.builder()
                                .qpState(QpState.INIT)
                                .portNum(1)
                                .pkeyIndex(0)
                                .qkey(1)
                                .build());
        for (int i = 0; i < count; i++) {
            bench.receive(end, i);
        }
        end.qp().modify(QpAttributes.ofState(QpState.ERR));
    }

    @Test
    void aCallThatFailsDamagesThePort() {
        VerbsBench.End end = bench.end(QpType.UD);
        try (CompletionPort port = open(end.cq())) {
            bench.faults().failNext(VerbsBench.DEVICE, "ibv_poll_cq", 5, 1);
            assertEquals(CompletionPort.DAMAGED, port.poll(1));
            assertTrue(port.damage().contains("EIO"), port.damage());
            assertEquals(CompletionPort.DAMAGED, port.poll(1));
        }
    }

    @Test
    void aDeviceThatIsPulledOutDamagesThePort() {
        VerbsBench.End end = bench.end(QpType.UD);
        try (CompletionPort port = open(end.cq())) {
            assertEquals(0, port.poll(1));
            bench.faults().unplug(VerbsBench.DEVICE);
            assertEquals(CompletionPort.DAMAGED, port.poll(1));
            assertTrue(port.damage().contains("ENODEV"), port.damage());
        }
        bench.lease.close();
    }

    @Test
    void whatAQueueHeldWhenItOverranIsHandedOutFirst() {
        VerbsBench.End end = bench.end(QpType.UD);
        complete(end, 2);
        try (CompletionPort port = open(end.cq())) {
            bench.faults().queueEvent(VerbsBench.DEVICE, end.cq().name(), AsyncEventType.CQ_ERR);
            assertEquals(2, port.poll(64));
            assertEquals(CompletionPort.DAMAGED, port.poll(64));
            assertTrue(port.damage().contains("overran"), port.damage());
        }
    }

    /** The time is over while the poller itself looks: it does not wait for itself. */
    @Test
    void aLeaseThatNobodyTakesUpIsClosedUnderThePoller() {
        VerbsBench.End end = bench.end(QpType.UD);
        try (CompletionPort port = open(end.cq())) {
            assertEquals(0, port.poll(1));
            bench.lease.handBack();
            bench.world.advance(Duration.ofSeconds(61));
            assertEquals(CompletionPort.REVOKED, port.poll(1));
            assertTrue(!end.qp().isOpen());
            assertTrue(!end.cq().isOpen());
            assertTrue(!bench.context.isOpen());
        }
    }
}

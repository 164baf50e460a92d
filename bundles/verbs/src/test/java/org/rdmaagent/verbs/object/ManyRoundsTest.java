// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.ReceiveRequest;
import org.rdmaagent.verbs.SrqAttributes;

/** However often and wherever it fails, nothing is left behind. */
class ManyRoundsTest {
    private static final int ROUNDS = 1000;
    private static final List<String> CALLS =
            List.of(
                    "ibv_open_device",
                    "ibv_alloc_pd",
                    "ibv_create_cq",
                    "ibv_create_qp",
                    "ibv_modify_qp",
                    "ibv_reg_mr",
                    "ibv_create_srq",
                    "ibv_create_ah",
                    "ibv_attach_mcast",
                    "ibv_post_recv",
                    "ibv_query_qp",
                    "ibv_detach_mcast",
                    "ibv_destroy_qp",
                    "ibv_dereg_mr",
                    "ibv_destroy_cq",
                    "ibv_dealloc_pd");

    private final SimulatedVerbsWorld host = new SimulatedVerbsWorld();
    private final Map<ObjectKind, Integer> empty = host.kernelCounts("mlx4_0");
    private final Session session = host.session();

    @Test
    void nothingGrows() {
        for (int round = 0; round < ROUNDS; round++) {
            DeviceContext context = session.open("mlx4_0", "round");
            fill(context);
            assertEquals(List.of(), ClosingAll.of(context));
        }
        assertEquals(empty, host.kernelCounts("mlx4_0"));
        assertEquals(List.of(), session.contexts());
    }

    @Test
    void nothingGrowsWithFailuresEither() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int failed = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String call = CALLS.get(random.nextInt(CALLS.size()));
            host.faults.failNext("mlx4_0", call, 12, 1);
            try {
                fill(session.open("mlx4_0", "round"));
            } catch (RdmaException e) {
                assertEquals(call, e.call(), "seed " + seed);
                failed++;
            }
            for (DeviceContext context : session.contexts()) {
                if (!ClosingAll.of(context).isEmpty()) {
                    failed++;
                    assertEquals(List.of(), ClosingAll.of(context), "seed " + seed + " " + call);
                }
            }
        }
        assertEquals(empty, host.kernelCounts("mlx4_0"), "seed " + seed);
        assertTrue(failed > ROUNDS / 2, failed + " failures, seed " + seed);
    }

    private static void fill(DeviceContext context) {
        QueuePair pair = SimulatedVerbsWorld.readyPair(context, "pair");
        ProtectionDomain domain = context.find(ProtectionDomain.class, "pair").orElseThrow();
        MemoryRegion memory = domain.registerMemory("m", 64, Set.of(AccessFlag.LOCAL_WRITE));
        domain.createSharedReceiveQueue("s", new SrqAttributes(4, 1, 0));
        domain.createAddressHandle("a", AhAttributes.local(new Lid(1), 1));
        pair.attachMulticast(new Gid(0xff12L << 48, 1), new Lid(0xc001));
        int unused =
                pair.postReceive(List.of(new ReceiveRequest(1, List.of(memory.segment(0, 64)))));
        context.createCompletionChannel("c");
    }
}

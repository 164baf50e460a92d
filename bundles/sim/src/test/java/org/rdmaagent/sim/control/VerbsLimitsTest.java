// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.verbs.DeviceAttributes;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;

/** No more than ibv_query_device tells, over all contexts of a device. */
class VerbsLimitsTest {
    private static final Lid MLID = new Lid(0xc000);

    private final VerbsBench bench = new VerbsBench();
    private final DeviceAttributes limits =
            bench.world.verbsLibrary().queryDevice(VerbsBench.DEVICE).attributes();

    private static Gid group(int number) {
        return new Gid(0xff12_0000_0000_0000L, number);
    }

    @Test
    void protectionDomainsOfAllContextsCountTogether() {
        ContextHandle other = bench.lease.open(VerbsBench.DEVICE, "other");
        for (int i = 1; i < limits.maxPd(); i++) {
            (i % 2 == 0 ? other : bench.context).allocPd("more" + i);
        }
        RdmaException refused =
                assertThrows(RdmaException.class, () -> other.allocPd("one too many"));
        assertEquals("ENOMEM", refused.errno().name());
        assertTrue(refused.remedy().contains(Integer.toString(limits.maxPd())), refused.remedy());
        bench.lease.open("rxe0", "elsewhere").allocPd("has its own");
        bench.memory.close();
        bench.pd.close();
        other.allocPd("one again").close();
    }

    @Test
    void regionsAreCountedOnTheDevice() {
        for (int i = 1; i < 1000; i++) {
            bench.pd.registerMemory("mr" + i, 1, Set.of());
        }
        assertEquals(1000, bench.context.resources().kernel().get(bench.memory.kind()));
        assertEquals("", VerbsBench.errno(() -> bench.pd.registerMemory("more", 1, Set.of())));
    }

    @Test
    void aGroupTakesSoManyQueuePairsAndADeviceSoManyGroups() {
        for (int i = 0; i < limits.maxMcastQpAttach(); i++) {
            bench.end(QpType.UD).qp().attach(group(0), MLID);
        }
        var qp = bench.end(QpType.UD).qp();
        assertEquals("ENOMEM", VerbsBench.errno(() -> qp.attach(group(0), MLID)));
        for (int i = 1; i < limits.maxMcastGrp(); i++) {
            qp.attach(group(i), MLID);
        }
        assertEquals("ENOMEM", VerbsBench.errno(() -> qp.attach(group(-1), MLID)));
        qp.detach(group(1), MLID);
        qp.attach(group(-1), MLID);
    }

    @Test
    void aQueuePairInResetOfADeviceWithoutEthernetHasToNameALid() {
        var qp = bench.end(QpType.UD).qp();
        assertEquals("EINVAL", VerbsBench.errno(() -> qp.attach(group(1), new Lid(5))));
        qp.attach(group(1), MLID);
        qp.modify(QpAttributes.ofState(QpState.RESET));
        assertEquals("EBUSY", VerbsBench.errno(qp::close));
        qp.detach(group(1), MLID);
    }
}

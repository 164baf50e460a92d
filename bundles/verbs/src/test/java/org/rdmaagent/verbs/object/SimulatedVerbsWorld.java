// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import java.util.Map;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.sim.control.DeviceFaults;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.QueuePair;

/** The simulated host of the tests of this bundle, with what they need again and again. */
public final class SimulatedVerbsWorld {
    public static final int QKEY = 0x4242;
    public static final QpCapabilities SIZES = new QpCapabilities(8, 8, 1, 1, 0);

    public final SimulatedWorld world =
            SimulatedWorld.defaultWorld(SimulationSettings.defaults().virtualClock(true));
    public final VerbsLibrary library = world.verbsLibrary();
    public final DeviceFaults faults = world.deviceFaults();

    /** A session over the lease, as a bundle begins it. */
    public Session session() {
        return new Session(library.lease("verbs"));
    }

    /** A pair of a type with a domain and a queue of its own, named alike. */
    public static QueuePair pair(DeviceContext context, String name, QpType type) {
        ProtectionDomain domain = context.allocateProtectionDomain(name);
        CompletionQueue queue = context.createCompletionQueue(name, 32, null, 0);
        return domain.createQueuePair(name, new QpInit(type, SIZES, true), queue, queue, null);
    }

    /** A datagram pair that is ready to send. */
    public static QueuePair readyPair(DeviceContext context, String name) {
        QueuePair pair = pair(context, name, QpType.UD);
        bringUp(pair);
        return pair;
    }

    public static void bringUp(QueuePair pair) {
        pair.modify(
                QpAttributes.builder()
                        .qpState(QpState.INIT)
                        .pkeyIndex(0)
                        .portNum(1)
                        .qkey(QKEY)
                        .build());
        pair.modify(QpAttributes.ofState(QpState.RTR));
        pair.modify(QpAttributes.builder().qpState(QpState.RTS).sqPsn(0).build());
    }

    /** What the whole device holds. */
    public Map<ObjectKind, Integer> kernelCounts(String device) {
        try (var lease = library.lease("count")) {
            return lease.open(device, "count").resources().kernel();
        }
    }

    public static String errno(Runnable call) {
        try {
            call.run();
        } catch (RdmaException e) {
            return e.errno().name();
        }
        return Errno.NONE.name();
    }
}

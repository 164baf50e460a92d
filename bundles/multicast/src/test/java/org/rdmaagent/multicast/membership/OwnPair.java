// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.QueuePair;

/** A queue pair of a caller, on the first InfiniBand port. */
record OwnPair(Rig rig) {
    static final int QKEY = 0x11111111;

    /** One named {@code mine}, ready. */
    QueuePair make() {
        return ready(open("app", "mine", QpType.UD));
    }

    /** One in RESET. */
    QueuePair open(String context, String name, QpType type) {
        DeviceContext open = rig.verbs().open("mlx4_0", context);
        ProtectionDomain domain = open.allocateProtectionDomain(name);
        CompletionQueue queue = open.createCompletionQueue(name, 16, null, 0);
        return domain.createQueuePair(
                name,
                new QpInit(type, new QpCapabilities(4, 4, 1, 1, 0), true),
                queue,
                queue,
                null);
    }

    /** Brings it to RTS. */
    QueuePair ready(QueuePair pair) {
        pair.modify(
                QpAttributes.builder()
                        .qpState(QpState.INIT)
                        .pkeyIndex(0)
                        .portNum(1)
                        .qkey(QKEY)
                        .build());
        pair.modify(QpAttributes.ofState(QpState.RTR));
        pair.modify(QpAttributes.builder().qpState(QpState.RTS).sqPsn(0).build());
        return pair;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.verbs.AddressHandle;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.VerbsService;

/**
 * Sends to a group as everybody can who knows what the membership tells: an address handle, the
 * number that stands for all queue pairs of the group, its Q_Key.
 *
 * @param pair of the member; a loop polls its queue
 * @param request the same message each time
 */
record GroupSender(QueuePair pair, SendRequest request) {
    /** Above the numbers of the ring's buffers. */
    private static final long WORK = 1 << 20;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    /** What it makes ends with the member's context. */
    static GroupSender of(VerbsService verbs, String contextName, Membership from) {
        JoinedGroup group = from.status().joined().orElseThrow();
        DeviceContext context =
                verbs.contexts().stream()
                        .filter(one -> one.name().equals(contextName))
                        .findFirst()
                        .orElseThrow();
        ProtectionDomain domain = context.find(ProtectionDomain.class, from.name()).orElseThrow();
        MemoryRegion memory = domain.registerMemory("sends", MulticastBench.BYTES, Set.of());
        AddressHandle way = domain.createAddressHandle("sends", group.address());
        return new GroupSender(
                context.find(QueuePair.class, from.name()).orElseThrow(),
                SendRequest.datagram(
                        WORK,
                        List.of(memory.segment(0, MulticastBench.BYTES)),
                        new SendTarget.Datagram(way, group.remoteQp(), group.qkey())));
    }

    void send(int messages) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        for (int sent = 0; sent < messages; ) {
            sent += attempt();
            if (System.nanoTime() > end) {
                throw new AssertionError(sent + " of " + messages + " messages were sent");
            }
        }
    }

    private int attempt() {
        try {
            return pair.postSend(List.of(request));
        } catch (RdmaException e) {
            if (e.errno().name().equals("ENOMEM")) { // no place until one is done
                return 0;
            }
            throw e;
        }
    }
}

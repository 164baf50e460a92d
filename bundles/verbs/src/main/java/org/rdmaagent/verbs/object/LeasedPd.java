// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import java.nio.ByteBuffer;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AddressHandle;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.SharedReceiveQueue;
import org.rdmaagent.verbs.SrqAttributes;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WorkQueue;
import org.rdmaagent.verbs.WqInit;

/** A protection domain. */
final class LeasedPd extends LeasedObject<PdHandle> implements ProtectionDomain {
    LeasedPd(Session session, PdHandle handle) {
        super(session, handle);
    }

    @Override
    public MemoryRegion registerMemory(String name, ByteBuffer memory, Set<AccessFlag> access) {
        return new LeasedMr(session(), in("ibv_reg_mr").registerMemory(name, memory, access));
    }

    @Override
    public MemoryRegion registerMemory(String name, long bytes, Set<AccessFlag> access) {
        return new LeasedMr(session(), in("ibv_reg_mr").registerMemory(name, bytes, access));
    }

    @Override
    public QueuePair createQueuePair(
            String name,
            QpInit init,
            CompletionQueue sendQueue,
            CompletionQueue receiveQueue,
            @Nullable SharedReceiveQueue receives) {
        String call = "ibv_create_qp";
        return new LeasedQp(
                session(),
                in(call).createQp(
                                name,
                                init,
                                Given.queue(sendQueue, call),
                                Given.queue(receiveQueue, call),
                                Given.receives(receives, call)));
    }

    @Override
    public SharedReceiveQueue createSharedReceiveQueue(String name, SrqAttributes sizes) {
        return new LeasedSrq(session(), in("ibv_create_srq").createSrq(name, sizes));
    }

    @Override
    public AddressHandle createAddressHandle(String name, AhAttributes attributes) {
        return new LeasedAh(session(), in("ibv_create_ah").createAh(name, attributes));
    }

    @Override
    public AddressHandle createAddressHandle(
            String name, WorkCompletion completion, ByteBuffer header, int portNum) {
        return new LeasedAh(
                session(),
                in("ibv_create_ah_from_wc")
                        .createAhFromCompletion(name, completion, header, portNum));
    }

    @Override
    public WorkQueue createWorkQueue(String name, WqInit init, CompletionQueue completions) {
        String call = "ibv_create_wq";
        return new LeasedWq(
                session(), in(call).createWq(name, init, Given.queue(completions, call)));
    }
}

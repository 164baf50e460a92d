// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.object;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.verbs.CompletionChannel;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.ReceiveIndirectionTable;
import org.rdmaagent.verbs.VerbsObject;
import org.rdmaagent.verbs.WorkQueue;
import org.rdmaagent.verbs.XrcDomain;

/** An open device. */
final class LeasedContext extends LeasedObject<ContextHandle> implements DeviceContext {
    LeasedContext(Session session, ContextHandle handle) {
        super(session, handle);
    }

    @Override
    public String device() {
        return identity().device();
    }

    @Override
    public int completionVectors() {
        return handle().completionVectors();
    }

    @Override
    public ProtectionDomain allocateProtectionDomain(String name) {
        return new LeasedPd(session(), in("ibv_alloc_pd").allocPd(name));
    }

    @Override
    public CompletionChannel createCompletionChannel(String name) {
        return new LeasedChannel(session(), in("ibv_create_comp_channel").createChannel(name));
    }

    @Override
    public CompletionQueue createCompletionQueue(
            String name, int entries, @Nullable CompletionChannel channel, int vector) {
        String call = "ibv_create_cq";
        return new LeasedCq(
                session(), in(call).createCq(name, entries, Given.channel(channel, call), vector));
    }

    @Override
    public ReceiveIndirectionTable createReceiveIndirectionTable(
            String name, List<WorkQueue> queues) {
        String call = "ibv_create_rwq_ind_table";
        if (Integer.bitCount(queues.size()) != 1) {
            throw new IllegalArgumentException(
                    "a table has a power of two of work queues, not " + queues.size());
        }
        List<WqHandle> handles =
                queues.stream().map(queue -> Given.workQueue(queue, call)).toList();
        return new LeasedTable(session(), in(call).createRwqTable(name, handles));
    }

    @Override
    public XrcDomain openXrcDomain(String name) {
        return new LeasedXrcd(session(), in("ibv_open_xrcd").openXrcd(name));
    }

    @Override
    public List<VerbsObject> objects() {
        return handle().handles().stream().map(each -> Wrapping.of(session(), each)).toList();
    }

    @Override
    public <T extends VerbsObject> Optional<T> find(Class<T> type, String name) {
        return objects().stream()
                .filter(object -> type.isInstance(object) && object.name().equals(name))
                .map(type::cast)
                .findFirst();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmLease;
import org.rdmaagent.spi.cm.CmNotice;

/** One use of an owner's channel, until it is handed back or the next user takes it up. */
final class NativeCmLease implements CmLease {
    private final CmHolding holding;
    private final CmChannel channel;
    private final AtomicBoolean woken = new AtomicBoolean();

    NativeCmLease(CmHolding holding, CmChannel channel) {
        this.holding = holding;
        this.channel = channel;
    }

    @Override
    public String owner() {
        return holding.owner();
    }

    @Override
    public CmId createId(String name, PortSpace portSpace) {
        holding.requireUser("rdma_create_id", this);
        return channel.createId(name, portSpace);
    }

    @Override
    public List<CmId> ids() {
        holding.requireUser("rdma_create_id", this);
        return List.copyOf(channel.ids());
    }

    @Override
    public Optional<CmNotice> awaitEvent(long timeoutNanos) {
        holding.requireUser("rdma_get_cm_event", this);
        return channel.await(timeoutNanos, this::isOver);
    }

    private boolean isOver() {
        return woken.getAndSet(false) || !holding.isUser(this);
    }

    @Override
    public void wake() {
        woken.set(true);
        channel.wake();
    }

    @Override
    public void handBack() {
        holding.handBack(this);
    }

    @Override
    public void close() {
        holding.close(this);
    }
}

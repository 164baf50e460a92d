// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.cm;

import java.util.List;
import java.util.Optional;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmLease;
import org.rdmaagent.spi.cm.CmNotice;

/** The use of what an owner holds, until it is handed back, closed, or taken up anew. */
final class SimulatedCmLease implements CmLease {
    private static final String TAKE = "rdma_get_cm_event";

    private final String owner;
    private final CmWorld world;
    private final CmStock stock;
    private boolean woken;

    SimulatedCmLease(String owner, CmWorld world, CmStock stock) {
        this.owner = owner;
        this.world = world;
        this.stock = stock;
    }

    private void requireUser(String call) {
        if (!stock.isUser(this)) {
            throw notMine(call);
        }
    }

    private RdmaException notMine(String call) {
        return CmRefusal.of(
                call, CmRefusal.EBADF, owner, "this lease was given back: ask for it again");
    }

    @Override
    public String owner() {
        return owner;
    }

    @Override
    public CmId createId(String name, PortSpace portSpace) {
        return world.locked(
                () -> {
                    requireUser("rdma_create_id");
                    return stock.create(name, portSpace);
                });
    }

    @Override
    public List<CmId> ids() {
        return world.locked(
                () -> {
                    requireUser("rdma_create_id");
                    return stock.ids();
                });
    }

    @Override
    public Optional<CmNotice> awaitEvent(long timeoutNanos) {
        Boolean unused =
                world.locked(
                        () -> {
                            requireUser(TAKE);
                            return true;
                        });
        Optional<Optional<CmNotice>> seen = world.await(timeoutNanos, this::look);
        return seen.orElse(Optional.empty());
    }

    /** Woken or given back meanwhile: an end without a notice. */
    private Optional<Optional<CmNotice>> look() {
        Optional<CmNotice> next = stock.isUser(this) ? stock.take() : Optional.empty();
        if (next.isPresent()) {
            return Optional.of(next);
        }
        if (woken || !stock.isUser(this)) {
            woken = false;
            return Optional.of(Optional.empty());
        }
        return Optional.empty();
    }

    @Override
    public void wake() {
        Boolean unused =
                world.locked(
                        () -> {
                            woken = true;
                            return true;
                        });
    }

    @Override
    public void handBack() {
        Boolean unused = world.locked(() -> giveBack(true));
    }

    @Override
    public void close() {
        Boolean unused = world.locked(() -> giveBack(false));
    }

    private boolean giveBack(boolean keeps) {
        boolean mine = stock.isUser(this);
        if (mine) {
            if (!keeps) {
                stock.closeAll();
            }
            stock.handBack(keeps);
        }
        return mine;
    }
}

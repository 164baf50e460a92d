// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.VerbsLease;

/** The use of what an owner holds, until it is handed back, closed, or taken up anew. */
final class SimulatedLease implements VerbsLease {
    private final String owner;
    private final VerbsWorld world;
    private final LeaseStock stock;

    SimulatedLease(String owner, VerbsWorld world, LeaseStock stock) {
        this.owner = owner;
        this.world = world;
        this.stock = stock;
    }

    private <T> T use(String call, Supplier<T> work) {
        return world.locked(
                () -> {
                    if (!stock.isUser(this)) {
                        throw Refusal.of(
                                call,
                                Refusal.EBADF,
                                owner,
                                "this lease was given back: ask for it again");
                    }
                    return work.get();
                });
    }

    @Override
    public String owner() {
        return owner;
    }

    @Override
    public ContextHandle open(String device, String name) {
        return use("ibv_open_device", () -> stock.open(device, name));
    }

    @Override
    public List<ContextHandle> contexts() {
        return use("ibv_open_device", stock::contexts);
    }

    @Override
    public void handBack() {
        Boolean unused =
                world.locked(
                        () -> {
                            boolean mine = stock.isUser(this);
                            if (mine) {
                                stock.handBack(true);
                            }
                            return mine;
                        });
    }

    @Override
    public void close() {
        Optional<RdmaException> failure = world.locked(this::closeAll);
        if (failure.isPresent()) {
            throw failure.get();
        }
    }

    private Optional<RdmaException> closeAll() {
        if (!stock.isUser(this)) {
            return Optional.empty();
        }
        RdmaException failure = stock.closeAll();
        stock.handBack(failure != null);
        return Optional.ofNullable(failure);
    }
}

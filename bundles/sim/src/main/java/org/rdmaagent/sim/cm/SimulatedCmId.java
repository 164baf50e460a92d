// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.cm;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.spi.cm.CmBinding;
import org.rdmaagent.spi.cm.CmEventType;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmJoin;

/** An id. What begins with "tell", "release" or "is" is called with the lock held. */
final class SimulatedCmId implements CmId {
    private static final String BIND = "rdma_bind_addr";
    private static final String RESOLVE = "rdma_resolve_addr";
    private static final String JOIN = "rdma_join_multicast_ex";
    private static final String LEAVE = "rdma_leave_multicast";
    private static final long RESOLVE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    private enum State {
        IDLE,
        BOUND,
        RESOLVING,
        RESOLVED
    }

    private final CmWorld world;
    private final CmStock stock;
    private final String name;
    private final PortSpace portSpace;
    private final List<SimulatedJoin> joins = new ArrayList<>();
    private State state = State.IDLE;
    private Optional<CmBinding> binding = Optional.empty();
    private String memo = "";
    private boolean open = true;
    private boolean removed;

    SimulatedCmId(CmWorld world, CmStock stock, String name, PortSpace portSpace) {
        this.world = world;
        this.stock = stock;
        this.name = name;
        this.portSpace = portSpace;
    }

    private void use(String call, Runnable work) {
        Boolean unused =
                world.locked(
                        () -> {
                            requireOpen(call);
                            work.run();
                            return true;
                        });
    }

    private void requireOpen(String call) {
        if (!open) {
            throw CmRefusal.of(call, CmRefusal.EBADF, name, "it is closed: make a new one");
        }
    }

    private void requireDevice(String call) {
        if (removed) {
            throw CmRefusal.of(
                    call,
                    CmRefusal.ENODEV,
                    name,
                    "the device was removed: close the id and make a new one");
        }
    }

    private RdmaException invalid(String call, String remedy) {
        return CmRefusal.of(call, CmRefusal.EINVAL, name, remedy);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public PortSpace portSpace() {
        return portSpace;
    }

    @Override
    public void bind(InetAddress local) {
        use(
                BIND,
                () -> {
                    requireDevice(BIND);
                    if (state != State.IDLE) {
                        throw invalid(BIND, "an id is bound once: make another one");
                    }
                    binding = Optional.of(world.rules().bind(BIND, this, local));
                    state = State.BOUND;
                });
    }

    @Override
    public void resolve(@Nullable InetAddress local, InetAddress destination, int timeoutMillis) {
        use(RESOLVE, () -> resolveLocked(local, destination, timeoutMillis));
    }

    private void resolveLocked(@Nullable InetAddress local, InetAddress to, int timeoutMillis) {
        requireDevice(RESOLVE);
        if (timeoutMillis < 1) {
            throw invalid(RESOLVE, "the timeout is 1 ms or more, not " + timeoutMillis);
        }
        if (state != State.IDLE && state != State.BOUND) {
            throw invalid(RESOLVE, "an id is resolved once: make another one");
        }
        if (local != null && local.getAddress().length != to.getAddress().length) {
            throw invalid(RESOLVE, "both addresses are IPv4, or both are IPv6");
        }
        CmBinding found = binding.orElseGet(() -> way(local, to));
        state = State.RESOLVING;
        world.agenda()
                .add(
                        this,
                        world.now() + RESOLVE_NANOS,
                        () ->
                                tell(
                                        Told.of(
                                                CmEventType.ADDR_RESOLVED,
                                                this,
                                                () -> resolved(found))));
    }

    private CmBinding way(@Nullable InetAddress local, InetAddress to) {
        return local == null
                ? world.rules().resolve(RESOLVE, this, to)
                : world.rules().bind(RESOLVE, this, local);
    }

    private void resolved(CmBinding found) {
        binding = Optional.of(found);
        state = State.RESOLVED;
    }

    @Override
    public Optional<CmBinding> binding() {
        return world.locked(
                () -> {
                    requireOpen("rdma_get_local_addr");
                    return binding;
                });
    }

    @Override
    public void join(GroupAddress group, MemberKind kind) {
        use(
                JOIN,
                () -> {
                    requireDevice(JOIN);
                    if (binding.isEmpty() || state == State.RESOLVING) {
                        throw invalid(JOIN, "bind the id to a local address of a port first");
                    }
                    if (!group.isMulticast()) {
                        throw invalid(JOIN, group + " is not the address of a group");
                    }
                    if (find(group).isPresent()) {
                        throw CmRefusal.of(
                                JOIN,
                                CmRefusal.EADDRINUSE,
                                name,
                                "it has joined " + group + " already: leave that first");
                    }
                    joins.add(world.joins().begin(this, binding.get(), group, kind));
                });
    }

    /** The join of a group, by the whole address as the kernel got it. */
    private Optional<SimulatedJoin> find(GroupAddress group) {
        if (binding.isEmpty()) {
            return Optional.empty();
        }
        GroupAddress givenDown = world.givenDown(binding.get(), group);
        return joins.stream().filter(join -> join.givenDown().equals(givenDown)).findFirst();
    }

    @Override
    public void leave(GroupAddress group) {
        use(
                LEAVE,
                () -> {
                    SimulatedJoin join =
                            find(group)
                                    .orElseThrow(
                                            () ->
                                                    CmRefusal.of(
                                                            LEAVE,
                                                            CmRefusal.EADDRNOTAVAIL,
                                                            name,
                                                            "it has not joined "
                                                                    + group
                                                                    + ", or left it before"));
                    end(join);
                    joins.remove(join);
                });
    }

    private void end(SimulatedJoin join) {
        world.joins().end(join);
        stock.forget(join);
    }

    @Override
    public List<CmJoin> joins() {
        return world.locked(() -> joins.stream().map(SimulatedJoin::show).toList());
    }

    @Override
    public String memo() {
        return world.locked(() -> memo);
    }

    @Override
    public void setMemo(String text) {
        use("rdma_create_id", () -> memo = text);
    }

    @Override
    public boolean isOpen() {
        return world.locked(() -> open);
    }

    @Override
    public void close() {
        Boolean unused =
                world.locked(
                        () -> {
                            release();
                            return true;
                        });
    }

    /** Leaves everything and ends; twice does nothing. */
    void release() {
        if (open) {
            open = false;
            world.agenda().cancel(this);
            joins.forEach(this::end);
            joins.clear();
            stock.forget(this);
        }
    }

    /** Something happened. */
    void tell(Told event) {
        stock.tell(event);
    }

    boolean isTiedTo(String device) {
        return binding.isPresent() && binding.get().port().device().equals(device);
    }

    /** Its device is gone; it can only be closed. */
    void tellRemoved() {
        if (!removed) {
            removed = true;
            world.agenda().cancel(this);
            tell(
                    Told.of(
                            CmEventType.DEVICE_REMOVAL,
                            this,
                            () -> joins.forEach(join -> join.answer(Optional.empty()))));
        }
    }

    @Override
    public String toString() {
        return "cm_id " + name;
    }
}

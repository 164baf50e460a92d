// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import com.sun.jna.Pointer;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.GroupKind;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.spi.cm.CmBinding;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmJoin;
import org.rdmaagent.spi.cm.CmNotice;

/**
 * {@code struct rdma_cm_id}.
 *
 * <p>Assumes any number of users and closers, and one thread that takes events. Guarantees that the
 * calls on the id exclude each other, so that the pointer is valid inside each. Leaving and
 * destroying wait inside the library until the events that were taken are acknowledged: whoever
 * takes them needs no lock of the id for that.
 */
final class NativeCmId implements CmId {
    private static final String BIND = "rdma_bind_addr";
    private static final String RESOLVE = "rdma_resolve_addr";
    private static final String DESTROY = "rdma_destroy_id";
    private static final String QUERY = "rdma_get_local_addr";

    private final CmChannel channel;
    private final Pointer pointer;
    private final String name;
    private final PortSpace portSpace;
    private final Predicate<PortId> infiniBand;
    private final IdGroups groups;
    private final Object turn = new Object();
    private volatile String memo = "";
    private volatile boolean closed;

    /**
     * @param pointer this object destroys it
     * @param infiniBand whether a port is an InfiniBand one
     */
    NativeCmId(
            CmChannel channel,
            Pointer pointer,
            String name,
            PortSpace portSpace,
            Predicate<PortId> infiniBand) {
        this.channel = channel;
        this.pointer = pointer;
        this.name = name;
        this.portSpace = portSpace;
        this.infiniBand = infiniBand;
        this.groups = new IdGroups(channel.functions(), channel::nextJoin);
    }

    private <T> T with(String call, Function<Pointer, T> action) {
        synchronized (turn) {
            if (closed) {
                throw CmFailure.of(call, VerbsFailure.EBADF, toString());
            }
            return action.apply(pointer);
        }
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
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public void bind(InetAddress local) {
        String subject = this + " to " + local.getHostAddress();
        Optional<PortId> port =
                with(
                        BIND,
                        id -> {
                            try (CStruct address = Sockaddr.of(local).memory()) {
                                int errno = functions().bind(id, address.pointer());
                                if (errno != 0) {
                                    throw CmFailure.bind(errno, subject);
                                }
                                return IdStruct.port(id);
                            }
                        });
        if (port.isEmpty()) {
            // The kernel takes an address that stands for any, and waits for the port to show.
            String remedy = CmFailure.noRdmaPort();
            throw CmFailure.of(BIND, VerbsFailure.ENODEV, subject, remedy);
        }
    }

    @Override
    public void resolve(@Nullable InetAddress local, InetAddress destination, int timeoutMillis) {
        with(
                RESOLVE,
                id -> {
                    int errno = resolve(id, local, destination, timeoutMillis);
                    if (errno != 0) {
                        String subject = this + " to " + destination.getHostAddress();
                        throw CmFailure.resolve(errno, subject);
                    }
                    return errno;
                });
    }

    private int resolve(
            Pointer id, @Nullable InetAddress local, InetAddress destination, int timeoutMillis) {
        try (CStruct to = Sockaddr.of(destination).memory()) {
            if (local == null) {
                return functions().resolve(id, null, to.pointer(), timeoutMillis);
            }
            try (CStruct from = Sockaddr.of(local).memory()) {
                return functions().resolve(id, from.pointer(), to.pointer(), timeoutMillis);
            }
        }
    }

    @Override
    public Optional<CmBinding> binding() {
        return with(QUERY, id -> IdStruct.binding(id, infiniBand));
    }

    @Override
    public void join(GroupAddress group, MemberKind kind) {
        String subject = this + " to " + group;
        if (!group.isMulticast()) {
            // Ethernet drivers do not look at it: a port would listen to a neighbour's address.
            String remedy = "a group lies in 224.0.0.0/4 or ff00::/8";
            throw CmFailure.of(IdGroups.JOIN, VerbsFailure.EINVAL, subject, remedy);
        }
        with(
                IdGroups.JOIN,
                id -> {
                    CmJoin asked = new CmJoin(group, kind, Optional.empty());
                    return groups.join(id, sockaddr(id, group), asked, subject);
                });
    }

    private Sockaddr sockaddr(Pointer id, GroupAddress group) {
        boolean raw =
                group.kind() == GroupKind.MGID && IdStruct.port(id).filter(infiniBand).isPresent();
        return Sockaddr.ofGroup(group, raw);
    }

    @Override
    public void leave(GroupAddress group) {
        String subject = this + " from " + group;
        with(IdGroups.LEAVE, id -> groups.leave(id, sockaddr(id, group), subject));
    }

    @Override
    public List<CmJoin> joins() {
        return groups.list();
    }

    @Override
    public String memo() {
        return memo;
    }

    @Override
    public void setMemo(String text) {
        memo = text;
    }

    /** Leaves first: the library does not free the groups of an id that it destroys. */
    @Override
    public void close() {
        synchronized (turn) {
            if (closed) {
                return;
            }
            // Its address may be another id's as soon as it is destroyed.
            channel.hide(pointer);
            groups.leaveAll(pointer);
            int errno = functions().destroyId(pointer);
            if (errno != 0) {
                channel.show(pointer, this);
                throw CmFailure.of(DESTROY, errno, toString());
            }
            closed = true;
        }
        channel.forget(this);
    }

    /** The channel is about to be closed, and with it goes what the kernel has of this. */
    void abandon() {
        synchronized (turn) {
            channel.hide(pointer);
            closed = true;
        }
        channel.forget(this);
    }

    /**
     * What an event of this id tells; empty if the id was closed or the group left meanwhile. Needs
     * no lock of the id.
     */
    Optional<CmNotice> told(CopiedEvent event) {
        Optional<GroupAddress> group = groups.told(event);
        if (closed || (event.join() != 0 && group.isEmpty())) {
            return Optional.empty();
        }
        Errno status = Errno.of(event.status());
        return Optional.of(
                new CmNotice(event.type(), event.code(), status, this, group, event.joined()));
    }

    private CmFunctions functions() {
        return channel.functions();
    }

    @Override
    public String toString() {
        return "cm id " + name;
    }
}

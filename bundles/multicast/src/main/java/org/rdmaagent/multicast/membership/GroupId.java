// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.request.Echo;
import org.rdmaagent.multicast.request.LocalAddress;
import org.rdmaagent.spi.cm.CmBinding;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmJoin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The id of a membership in the lease, by its name. The conductor's thread. */
final class GroupId {
    private static final String BIND = "rdma_bind_addr";
    private static final Logger LOG = LoggerFactory.getLogger(GroupId.class);

    private final Tenancy tenancy;
    private final JoinRequest request;
    private final String name;
    private @Nullable CmId id;

    GroupId(Tenancy tenancy, JoinRequest request) {
        this.tenancy = tenancy;
        this.request = request;
        this.name = request.name().orElseThrow();
    }

    /** One that was open already. */
    void adopt(CmId open) {
        id = open;
    }

    /** The lease is gone, and with it the id. */
    void forget() {
        id = null;
    }

    /** Whether there is one. */
    boolean isKnown() {
        return id != null;
    }

    /** What was asked for on it and not left. */
    Optional<CmJoin> join() {
        CmId present = id;
        return present == null || !present.isOpen()
                ? Optional.empty()
                : present.joins().stream()
                        .filter(join -> join.group().equals(request.group()))
                        .findFirst();
    }

    /**
     * Opens it if it is not open, and writes down what it is for.
     *
     * @throws RdmaException as the lease says
     */
    CmId open(String memo) {
        CmId present = id;
        if (present == null || !present.isOpen()) {
            present = tenancy.lease().createId(name, request.portSpace());
            id = present;
        }
        present.setMemo(memo);
        return present;
    }

    /** Opens it if that can be, so that what has become of it outlives this bundle. */
    void keep(String memo) {
        try {
            CmId unused = open(memo);
        } catch (RdmaException e) {
            LOG.info("{} has no id for now: {}", name, e.getMessage());
        }
    }

    /** Writes down what has become of it, if it is open. */
    void memo(String text) {
        CmId present = id;
        if (present != null && present.isOpen()) {
            present.setMemo(text);
        }
    }

    /**
     * Ties it to the address that was asked for, if it is not tied yet.
     *
     * @throws RdmaException EADDRNOTAVAIL the port has no address; as {@link CmId#bind}
     */
    CmBinding bind() {
        CmId present = id;
        if (present == null) {
            throw new IllegalStateException("the id of " + name + " is not open");
        }
        Optional<CmBinding> before = present.binding();
        if (before.isPresent()) {
            return before.get();
        }
        present.bind(request.localAddress().map(LocalAddress::of).orElseGet(this::addressOfPort));
        CmBinding binding =
                present.binding()
                        .orElseThrow(
                                () -> refused(Errno.of(19), "the address belongs to no RDMA port"));
        checkPort(binding);
        return binding;
    }

    private InetAddress addressOfPort() {
        PortId port = request.port().orElseThrow();
        List<InetAddress> addresses = tenancy.manager().addresses(port);
        if (addresses.isEmpty()) {
            throw new RdmaException(
                    BIND,
                    Errno.of(99),
                    Echo.of(port.toString()),
                    "the network interface of the port has no address yet: give it one (ip address"
                            + " add), and bring it up");
        }
        return addresses.get(0);
    }

    /** An address can move to a bond, or to another interface. */
    private void checkPort(CmBinding binding) {
        Optional<PortId> wanted = request.port();
        if (wanted.isPresent() && !wanted.get().equals(binding.port())) {
            throw refused(
                    Errno.of(19),
                    "the address "
                            + binding.local().getHostAddress()
                            + " belongs to "
                            + binding.port()
                            + ", not to "
                            + Echo.of(wanted.get().toString())
                            + ": ask for that port, or give localAddress");
        }
    }

    private RdmaException refused(Errno errno, String remedy) {
        return new RdmaException(BIND, errno, name, remedy);
    }

    /** Asks for the group. */
    void ask() {
        CmId present = id;
        if (present != null) {
            present.join(request.group(), request.memberKind());
        }
    }

    /** Leaves the group, or cancels; does nothing if it was not asked for. */
    void leave() {
        CmId present = id;
        if (present == null || !present.isOpen() || join().isEmpty()) {
            return;
        }
        try {
            present.leave(request.group());
        } catch (RdmaException e) {
            // Closing the id leaves what it is a member of, whatever this says.
            LOG.warn("{} could not be left: {}", name, e.getMessage());
            close();
        }
    }

    /** Closes it; its groups are left. */
    void close() {
        CmId present = id;
        id = null;
        if (present == null) {
            return;
        }
        try {
            present.close();
        } catch (RdmaException e) {
            LOG.warn("The id of {} could not be closed: {}", name, e.getMessage());
        }
    }
}

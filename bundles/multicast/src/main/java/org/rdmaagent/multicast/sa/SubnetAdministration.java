// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.sa;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.rdmaagent.Errno;
import org.rdmaagent.Gid;
import org.rdmaagent.Guid;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.mad.McMemberComponent;
import org.rdmaagent.mad.McMemberRecord;
import org.rdmaagent.multicast.MulticastGroup;
import org.rdmaagent.multicast.MulticastMember;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadSession;
import org.rdmaagent.spi.MadTransport;
import org.rdmaagent.verbs.DeviceService;

/**
 * Asks the administration of a subnet for its multicast groups, as {@code saquery -g} and {@code
 * saquery -m} do. It tells the members of a group only to those who give the SM_Key; to others it
 * shows each group once, with a zero port (IBTA volume 1, section 15.2.5.17; OpenSM's
 * osm_sa_mcmember_record.c). For any thread: one asks at a time, others wait.
 */
public final class SubnetAdministration {
    private static final int ENODATA = 61;
    private static final int EPROTONOSUPPORT = 93;
    private static final int QP1 = 1;
    private static final int QP1_QKEY = 0x8001_0000;
    private static final Gid NO_GID = new Gid(0, 0);
    private static final McMemberRecord ALL = McMemberRecord.wanted(NO_GID, NO_GID, 0);

    /** Those that are joined with first. */
    private static final int[] JOIN_STATES = {1, 8, 4, 2, 9, 5, 3, 12, 13, 6, 7, 10, 11, 14, 15};

    private final MadTransport transport;
    private final SubnetPorts ports;
    private final LongSupplier smKey;

    /** Asks through the ports that libibverbs knows, without the SM_Key. */
    public SubnetAdministration(MadTransport transport, DeviceService devices) {
        this(transport, SubnetPorts.ofDevices(devices), () -> 0);
    }

    /**
     * Asks through any ports.
     *
     * @param smKey the subnet manager's SM_Key (OpenSM: {@code sa_key}), 64 bits; 0 if it is not
     *     known. A wrong one gets no answer at all
     */
    public SubnetAdministration(MadTransport transport, SubnetPorts ports, LongSupplier smKey) {
        this.transport = transport;
        this.ports = ports;
        this.smKey = smKey;
    }

    /** {@link org.rdmaagent.multicast.MulticastService#groups}. */
    public List<MulticastGroup> groups(PortId port) {
        return asking(port, (tables, own) -> groups(tables.members(0, ALL)));
    }

    private static List<MulticastGroup> groups(List<McMemberRecord> records) {
        Map<Gid, MulticastGroup> groups = new TreeMap<>(MemberRecords.BY_GID);
        records.forEach(record -> groups.putIfAbsent(record.mgid(), MemberRecords.group(record)));
        return List.copyOf(groups.values());
    }

    /**
     * {@link org.rdmaagent.multicast.MulticastService#members}. Without the SM_Key there is one for
     * each group, with a zero port.
     */
    public List<MulticastMember> members(PortId port, Optional<Gid> group) {
        McMemberRecord wanted = McMemberRecord.wanted(group.orElse(NO_GID), NO_GID, 0);
        McMemberComponent[] equal =
                group.isPresent()
                        ? new McMemberComponent[] {McMemberComponent.MGID}
                        : new McMemberComponent[0];
        return asking(
                port,
                (tables, own) -> named(tables, tables.members(smKey.getAsLong(), wanted, equal)));
    }

    private static List<MulticastMember> named(SaTables tables, List<McMemberRecord> records) {
        Set<Guid> guids =
                records.stream()
                        .filter(record -> !record.portGid().isZero())
                        .map(record -> guid(record.portGid()))
                        .collect(Collectors.toSet());
        Map<Guid, String> names = tables.names(guids);
        Comparator<McMemberRecord> order =
                Comparator.comparing(McMemberRecord::mgid, MemberRecords.BY_GID)
                        .thenComparing(McMemberRecord::portGid, MemberRecords.BY_GID);
        return records.stream()
                .sorted(order)
                .map(
                        record ->
                                MemberRecords.member(
                                        record,
                                        record.portGid(),
                                        record.joinState(),
                                        names.getOrDefault(guid(record.portGid()), "")))
                .toList();
    }

    private static Guid guid(Gid port) {
        return new Guid(port.interfaceId());
    }

    /**
     * {@link org.rdmaagent.multicast.MulticastService#membershipOf}. A port may ask for itself
     * without the SM_Key, but its JoinState is not shown then: it is found by asking whether it is
     * this or that.
     */
    public Optional<MulticastMember> membershipOf(PortId port, Gid mgid) {
        return asking(port, (tables, own) -> membership(tables, mgid, own.gid()));
    }

    private Optional<MulticastMember> membership(SaTables tables, Gid mgid, Gid port) {
        List<McMemberRecord> found =
                tables.members(
                        smKey.getAsLong(),
                        McMemberRecord.wanted(mgid, port, 0),
                        McMemberComponent.MGID,
                        McMemberComponent.PORT_GID);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        McMemberRecord record = found.get(0);
        int state = record.joinState() != 0 ? record.joinState() : joinState(tables, mgid, port);
        String name = tables.name(guid(port)).orElse("");
        return Optional.of(MemberRecords.member(record, port, state, name));
    }

    /** 0 if the subnet administration does not tell that either. */
    private static int joinState(SaTables tables, Gid mgid, Gid port) {
        for (int state : JOIN_STATES) {
            List<McMemberRecord> found =
                    tables.members(
                            0,
                            McMemberRecord.wanted(mgid, port, state),
                            McMemberComponent.MGID,
                            McMemberComponent.PORT_GID,
                            McMemberComponent.JOIN_STATE);
            if (!found.isEmpty()) {
                return state;
            }
        }
        return 0;
    }

    private interface Question<T> {
        T ask(SaTables tables, SubnetPort own);
    }

    private synchronized <T> T asking(PortId port, Question<T> question) {
        try {
            return inSession(port, question);
        } catch (RdmaException e) {
            if (e.errno().number() != EPROTONOSUPPORT) {
                throw e;
            }
            throw new RdmaException(
                    e.call(),
                    e.errno(),
                    port.toString(),
                    "there is no subnet administration on Ethernet, and nobody who could list"
                            + " groups: ask an InfiniBand port, or look at the memberships");
        }
    }

    private <T> T inSession(PortId port, Question<T> question) {
        try (MadSession session = transport.open(port)) {
            SubnetPort own = ports.port(session);
            if (!own.smLid().isUnicast()) {
                throw new RdmaException(
                        "umad_get_port",
                        Errno.of(ENODATA),
                        port.toString(),
                        "there is no subnet manager on this subnet; start one (opensm), or see"
                                + " whether the port's cable is plugged in");
            }
            MadAddress sm = new MadAddress(own.smLid(), QP1, QP1_QKEY, own.smSl());
            return question.ask(new SaTables(new SaExchange(session, sm)), own);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.host;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;
import org.rdmaagent.verbs.GidEntry;
import org.rdmaagent.verbs.PkeyEntry;
import org.rdmaagent.verbs.Port;
import org.rdmaagent.verbs.PortAttributes;

/**
 * What somebody changed at a port since it was made.
 *
 * @param down whether it was put down
 * @param lid another LID
 * @param smLid another subnet manager
 * @param gids other rows of the GID table, by index
 * @param pkeys other rows of the P_Key table, by index; 0 is an unused one
 */
record PortChanges(
        boolean down,
        Optional<Lid> lid,
        Optional<Lid> smLid,
        Map<Integer, Gid> gids,
        Map<Integer, Integer> pkeys) {
    static final PortChanges NONE =
            new PortChanges(false, Optional.empty(), Optional.empty(), Map.of(), Map.of());

    PortChanges {
        gids = Map.copyOf(gids);
        pkeys = Map.copyOf(pkeys);
    }

    PortChanges withDown(boolean isDown) {
        return new PortChanges(isDown, lid, smLid, gids, pkeys);
    }

    PortChanges withLid(Lid other) {
        return new PortChanges(down, Optional.of(other), smLid, gids, pkeys);
    }

    PortChanges withSmLid(Lid other) {
        return new PortChanges(down, lid, Optional.of(other), gids, pkeys);
    }

    PortChanges withGid(int index, Gid gid) {
        Map<Integer, Gid> rows = new TreeMap<>(gids);
        rows.put(index, gid);
        return new PortChanges(down, lid, smLid, rows, pkeys);
    }

    PortChanges withPkey(int index, int pkey) {
        Map<Integer, Integer> rows = new TreeMap<>(pkeys);
        rows.put(index, pkey);
        return new PortChanges(down, lid, smLid, gids, rows);
    }

    /** The port as it is now. */
    Port over(Port port) {
        if (equals(NONE)) {
            return port;
        }
        return new Port(
                port.id(),
                port.provider(),
                over(port.attributes()),
                port.netdev(),
                gids.isEmpty() ? port.gids() : gidRows(port),
                pkeys.isEmpty() ? port.pkeys() : pkeyRows(port));
    }

    private List<GidEntry> gidRows(Port port) {
        List<GidEntry> rows = new ArrayList<>(port.gids());
        GidEntry model = port.gids().get(0);
        gids.forEach(
                (index, gid) -> {
                    rows.removeIf(row -> row.index() == index);
                    if (!gid.isZero()) {
                        rows.add(new GidEntry(index, gid, model.type(), model.netdev()));
                    }
                });
        rows.sort(Comparator.comparingInt(GidEntry::index));
        return rows;
    }

    private List<PkeyEntry> pkeyRows(Port port) {
        List<PkeyEntry> rows = new ArrayList<>(port.pkeys());
        pkeys.forEach(
                (index, pkey) -> {
                    rows.removeIf(row -> row.index() == index);
                    if (pkey != 0) {
                        rows.add(new PkeyEntry(index, pkey));
                    }
                });
        rows.sort(Comparator.comparingInt(PkeyEntry::index));
        return rows;
    }

    private PortAttributes over(PortAttributes port) {
        return new PortAttributes(
                down ? PortState.DOWN : port.state(),
                port.maxMtuBytes(),
                port.activeMtuBytes(),
                port.gidTblLen(),
                port.portCapFlags(),
                port.maxMsgSz(),
                port.badPkeyCntr(),
                port.qkeyViolCntr(),
                port.pkeyTblLen(),
                lid.orElse(port.lid()),
                smLid.orElse(port.smLid()),
                port.lmc(),
                port.maxVlNum(),
                port.smSl(),
                port.subnetTimeout(),
                port.initTypeReply(),
                port.activeWidth(),
                port.activeSpeed(),
                down ? PortPhysicalState.DISABLED : port.physState(),
                port.linkLayer(),
                port.flags(),
                port.portCapFlags2());
    }
}

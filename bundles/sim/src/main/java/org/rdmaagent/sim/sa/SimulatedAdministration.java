// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.sa;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortState;
import org.rdmaagent.mad.McMemberRecord;
import org.rdmaagent.mad.NodeRecord;
import org.rdmaagent.mad.SaAnswer;
import org.rdmaagent.mad.SaQuery;
import org.rdmaagent.sim.multicast.GroupTable;
import org.rdmaagent.sim.subnet.MadResponder;
import org.rdmaagent.sim.subnet.Subnet;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadClass;
import org.rdmaagent.verbs.PortAttributes;

/**
 * The subnet administration: it listens at QP1 of the subnet manager's port. For any thread; it
 * answers with the subnet's lock held.
 */
public final class SimulatedAdministration implements MadResponder {
    /** The SM_Key that OpenSM has if nobody gives it another one. */
    public static final long USUAL_SM_KEY = 1;

    private static final int QP1 = 1;
    private static final int QP1_QKEY = 0x8001_0000;

    private final Subnet subnet;
    private final SaDatabase database;
    private final IntFunction<PortAttributes> ports;
    private volatile boolean silent;
    private volatile int status;
    private volatile long smKey = USUAL_SM_KEY;

    /**
     * Lets a subnet have it.
     *
     * @param ports what a port of this host knows now, by its number in the graph
     */
    public SimulatedAdministration(
            Subnet subnet, GroupTable table, IntFunction<PortAttributes> ports) {
        this.subnet = subnet;
        this.ports = ports;
        this.database = new SaDatabase(subnet.graph(), table);
        subnet.serve(MadClass.SUBN_ADM, this);
    }

    @Override
    public @Nullable Answer answer(int localPort, MadAddress to, ByteBuffer question) {
        if (silent || !reaches(ports.apply(localPort), to)) {
            return null;
        }
        OptionalLong way = subnet.carried();
        SaQuery query = SaQuery.decode(question);
        boolean right = query.smKey() == 0 || query.smKey() == smKey;
        if (way.isEmpty() || !right) {
            return null;
        }
        SaAnswer answer =
                status != 0
                        ? SaAnswer.error(query, status)
                        : database.answer(query, query.smKey() != 0);
        return answer == null ? null : new Answer(answer.toBytes(), way.getAsLong());
    }

    private static boolean reaches(PortAttributes port, MadAddress to) {
        return port.state() == PortState.ACTIVE
                && to.lid().isUnicast()
                && to.lid().equals(port.smLid())
                && to.qpn() == QP1
                && to.qkey() == QP1_QKEY;
    }

    /** Every member of every group, by MGID and port. */
    public List<McMemberRecord> members() {
        return database.members();
    }

    /** The nodes, once for each port with a LID. */
    public List<NodeRecord> nodes() {
        return database.nodes();
    }

    /** Whether it gives no answers. */
    public void silent(boolean wanted) {
        silent = wanted;
    }

    /** What it answers to every question, 16 bits; 0 lets it answer as it should. */
    public void status(int wanted) {
        status = wanted;
    }

    /** The SM_Key that makes a requester a trusted one, not 0. */
    public void smKey(long key) {
        smKey = key;
    }

    /** Ends all of that. */
    public void clear() {
        silent = false;
        status = 0;
        smKey = USUAL_SM_KEY;
    }
}

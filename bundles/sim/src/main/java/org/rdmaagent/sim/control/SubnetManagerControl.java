// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import org.rdmaagent.PortId;
import org.rdmaagent.sim.cm.CmControl;
import org.rdmaagent.sim.multicast.BackgroundGroups;
import org.rdmaagent.sim.multicast.GroupTable;
import org.rdmaagent.sim.verbs.DeviceControl;

/** The subnet manager's side of multicast groups. */
final class SubnetManagerControl implements MulticastFaults {
    private final GroupTable table;
    private final BackgroundGroups others;
    private final CmControl joins;
    private final DeviceControl devices;

    SubnetManagerControl(
            GroupTable table, BackgroundGroups others, CmControl joins, DeviceControl devices) {
        this.table = table;
        this.others = others;
        this.joins = joins;
        this.devices = devices;
    }

    @Override
    public void smChange() {
        // New numbers first: what a port joins once it was told keeps its number.
        table.renumber();
        for (PortId port : joins.infiniBandPorts()) {
            devices.subnetManager(port, joins.subnetManager(port));
        }
    }

    @Override
    public void joinDelay(long nanos) {
        joins.joinDelay(nanos);
    }

    @Override
    public void failNextJoin(int errno) {
        joins.failNextJoin(errno);
    }

    @Override
    public void sendOnlySupported(boolean supported) {
        joins.sendOnlySupported(supported);
    }

    @Override
    public void broadcastJoined(PortId port, boolean joined) {
        joins.broadcastJoined(port, joined);
    }

    @Override
    public void populate(int groups) {
        others.add(groups);
    }

    @Override
    public void clear() {
        joins.clear();
    }
}

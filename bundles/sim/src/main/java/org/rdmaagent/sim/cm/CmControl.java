// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.cm;

import java.util.List;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;

/** What becomes of joins, decided from outside. */
public final class CmControl {
    private static final int LARGEST_ERRNO = 4095;

    private final CmWorld world;

    CmControl(CmWorld world) {
        this.world = world;
    }

    private void change(Runnable work) {
        Boolean unused =
                world.locked(
                        () -> {
                            work.run();
                            return true;
                        });
    }

    /** From a join to its answer; counts for later joins. */
    public void joinDelay(long nanos) {
        if (nanos < 0) {
            throw new IllegalArgumentException("a delay is not negative: " + nanos);
        }
        change(() -> world.faults().joinDelayNanos(nanos));
    }

    /** The next join that is answered is refused. */
    public void failNextJoin(int errno) {
        if (errno < 1 || errno > LARGEST_ERRNO) {
            throw new IllegalArgumentException("an errno lies in 1..4095, not " + errno);
        }
        change(() -> world.faults().failNextJoin(errno));
    }

    /** Whether the subnet manager knows members that only send. */
    public void sendOnlySupported(boolean supported) {
        change(() -> world.faults().sendOnlySupported(supported));
    }

    /** Whether the interface of a port is in the broadcast group while the port is active. */
    public void broadcastJoined(PortId port, boolean joined) {
        if (!infiniBandPorts().contains(port)) {
            throw new IllegalArgumentException("there is no InfiniBand port " + port);
        }
        change(() -> world.members().wantBroadcast(port, joined));
    }

    /** All InfiniBand ports of the host. */
    public List<PortId> infiniBandPorts() {
        return world.addresses().infiniBandPorts();
    }

    /** Where the subnet manager of a port is. */
    public Lid subnetManager(PortId port) {
        return world.addresses().port(port).attributes().smLid();
    }

    /** Ends all of that. */
    public void clear() {
        change(
                () -> {
                    world.faults().clear();
                    infiniBandPorts().forEach(port -> world.members().wantBroadcast(port, true));
                });
    }
}

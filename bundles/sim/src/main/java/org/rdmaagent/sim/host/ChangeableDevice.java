// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.host;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.Port;

/**
 * A device whose ports can be put down and renamed, and which can be pulled out. For any thread;
 * nobody is told: that is what asynchronous events are for.
 */
public final class ChangeableDevice implements SimulatedDevice {
    private final SimulatedDevice built;
    private final Map<Integer, PortChanges> changes = new ConcurrentHashMap<>();
    private volatile boolean present = true;

    /** The device as it was built. */
    public ChangeableDevice(SimulatedDevice built) {
        this.built = built;
    }

    /** Whether it is plugged in. */
    public boolean present() {
        return present;
    }

    /** Plugs it in or pulls it out. */
    public void present(boolean plugged) {
        present = plugged;
    }

    private void change(int number, UnaryOperator<PortChanges> change) {
        changes.merge(number, change.apply(PortChanges.NONE), (now, unused) -> change.apply(now));
    }

    /** Puts a port down, or lets it be as the fabric has it. */
    public void down(int number, boolean down) {
        change(number, port -> port.withDown(down));
    }

    /** Gives a port another LID. */
    public void lid(int number, Lid lid) {
        change(number, port -> port.withLid(lid));
    }

    /** Puts another subnet manager in charge of a port. */
    public void smLid(int number, Lid lid) {
        change(number, port -> port.withSmLid(lid));
    }

    /** Fills a row of a port's GID table; the zero GID empties it. */
    public void gid(int number, int index, Gid gid) {
        change(number, port -> port.withGid(index, gid));
    }

    /** Fills a row of a port's P_Key table; 0 empties it. */
    public void pkey(int number, int index, int pkey) {
        change(number, port -> port.withPkey(index, pkey));
    }

    /** Ends all of that. */
    public void restore() {
        changes.clear();
        present = true;
    }

    @Override
    public String name() {
        return built.name();
    }

    @Override
    public Device device() {
        return built.device();
    }

    @Override
    public int portCount() {
        return built.portCount();
    }

    @Override
    public Port port(int number) {
        return changes.getOrDefault(number, PortChanges.NONE).over(built.port(number));
    }

    @Override
    public String description() {
        return built.description();
    }

    @Override
    public Map<String, String> driverFiles() {
        return built.driverFiles();
    }

    @Override
    public List<CounterRow> counters(int number) {
        return built.counters(number);
    }

    @Override
    public List<CounterRow> hardwareCounters(int number) {
        return built.hardwareCounters(number);
    }
}

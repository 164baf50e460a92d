// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.host;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.rdmaagent.Gid;
import org.rdmaagent.verbs.GidEntry;
import org.rdmaagent.verbs.LinkLayer;
import org.rdmaagent.verbs.Port;

/**
 * Where the kernel puts what (Documentation/ABI/stable/sysfs-class-infiniband): {@code
 * /sys/class/infiniband}, {@code infiniband_mad}, {@code infiniband_verbs}.
 */
final class SysfsTree {
    private static final String CLASS = "/sys/class/";
    private static final String NO_GID = new Gid(0, 0).toString();
    private static final int LIFESPAN_MILLIS = 10;

    private final BiConsumer<String, SysfsFile> out;
    private final WorldTime time;
    private int devices;
    private int ports;

    SysfsTree(BiConsumer<String, SysfsFile> out, WorldTime time) {
        this.out = out;
        this.time = time;
        constant(CLASS + "infiniband_verbs/abi_version", "6");
        constant(CLASS + "infiniband_mad/abi_version", "5");
    }

    private void constant(String path, String text) {
        out.accept(path, () -> text + "\n");
    }

    void addDevice(SimulatedDevice device) {
        String folder = CLASS + "infiniband/" + device.name() + "/";
        constant(CLASS + "infiniband_verbs/uverbs" + devices++ + "/ibdev", device.name());
        constant(folder + "node_type", "1: CA");
        constant(folder + "node_desc", device.description());
        constant(folder + "node_guid", SysfsText.guid(device.device().attributes().nodeGuid()));
        constant(
                folder + "sys_image_guid",
                SysfsText.guid(device.device().attributes().sysImageGuid()));
        constant(folder + "fw_ver", device.device().attributes().fwVer());
        device.driverFiles().forEach((name, text) -> constant(folder + name, text));
        for (int number = 1; number <= device.portCount(); number++) {
            String umad = CLASS + "infiniband_mad/umad" + ports++ + "/";
            constant(umad + "ibdev", device.name());
            constant(umad + "port", Integer.toString(number));
            addPort(device, number, folder + "ports/" + number + "/");
        }
    }

    private void addPort(SimulatedDevice device, int number, String folder) {
        live(device, number, folder + "state", port -> SysfsText.state(port.attributes().state()));
        live(
                device,
                number,
                folder + "phys_state",
                port -> SysfsText.physicalState(port.attributes().physState()));
        live(device, number, folder + "rate", port -> SysfsText.rate(port.attributes()));
        live(device, number, folder + "lid", port -> hex(port.attributes().lid().value()));
        live(device, number, folder + "sm_lid", port -> hex(port.attributes().smLid().value()));
        live(
                device,
                number,
                folder + "lid_mask_count",
                port -> Integer.toString(port.attributes().lmc()));
        live(device, number, folder + "sm_sl", port -> Integer.toString(port.attributes().smSl()));
        live(
                device,
                number,
                folder + "cap_mask",
                port -> SysfsText.capabilities(port.attributes().portCapFlags()));
        boolean ethernet = device.port(number).attributes().linkLayer() == LinkLayer.ETHERNET;
        constant(folder + "link_layer", ethernet ? "Ethernet" : "InfiniBand");
        addTables(device, device.port(number), folder);
        addCounters(folder + "counters/", device.counters(number));
        addCounters(folder + "hw_counters/", device.hardwareCounters(number));
        constant(folder + "hw_counters/lifespan", Integer.toString(LIFESPAN_MILLIS));
    }

    private void live(
            SimulatedDevice device, int number, String path, Function<Port, String> text) {
        out.accept(path, () -> text.apply(device.port(number)) + "\n");
    }

    private static String hex(int value) {
        return "0x" + Integer.toHexString(value);
    }

    private void addTables(SimulatedDevice device, Port port, String folder) {
        for (int row = 0; row < port.attributes().pkeyTblLen(); row++) {
            int index = row;
            live(
                    device,
                    port.id().port(),
                    folder + "pkeys/" + row,
                    now ->
                            now.pkeys().stream()
                                    .filter(entry -> entry.index() == index)
                                    .map(entry -> hex(entry.pkey()))
                                    .findFirst()
                                    .orElse("0x0000"));
        }
        for (int row = 0; row < port.attributes().gidTblLen(); row++) {
            addGid(device, port.id().port(), folder, row);
        }
    }

    private void addGid(SimulatedDevice device, int number, String folder, int row) {
        live(
                device,
                number,
                folder + "gids/" + row,
                port -> row(port, row).map(entry -> entry.gid().toString()).orElse(NO_GID));
        used(
                device,
                number,
                row,
                folder + "gid_attrs/types/" + row,
                entry -> "RoCE v2".equals(entry.type()) ? entry.type() : "IB/RoCE v1");
        used(device, number, row, folder + "gid_attrs/ndevs/" + row, GidEntry::netdev);
    }

    private static Optional<GidEntry> row(Port port, int row) {
        return port.gids().stream().filter(entry -> entry.index() == row).findFirst();
    }

    /** The file is listed, but reading it gives EINVAL where there is nothing to tell. */
    private void used(
            SimulatedDevice device,
            int number,
            int row,
            String path,
            Function<GidEntry, String> text) {
        out.accept(
                path,
                () ->
                        row(device.port(number), row)
                                        .map(text)
                                        .filter(told -> !told.isEmpty())
                                        .orElseThrow(
                                                () -> new IOException(path + ": Invalid argument"))
                                + "\n");
    }

    private void addCounters(String folder, List<CounterRow> rows) {
        for (CounterRow row : rows) {
            out.accept(
                    folder + row.file(), () -> Long.toUnsignedString(row.at(time.nanos())) + "\n");
        }
    }
}

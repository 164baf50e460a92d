// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.rdmaagent.PortId;
import org.rdmaagent.jna.layout.IbvPortAttr;
import org.rdmaagent.jna.library.SharedLibrary;
import org.rdmaagent.jna.verbs.completion.JnaAccess;
import org.rdmaagent.jna.verbs.objects.ContextCompanions;
import org.rdmaagent.jna.verbs.objects.LeaseRegistry;
import org.rdmaagent.spi.OperatingSystem;
import org.rdmaagent.spi.ProviderProperties;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.NativeAccess;
import org.rdmaagent.spi.verbs.VerbsLease;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.GidEntry;
import org.rdmaagent.verbs.LinkLayer;
import org.rdmaagent.verbs.Port;
import org.rdmaagent.verbs.PortAttributes;

/** libibverbs and what sysfs adds to it. For any thread. */
public final class RdmaCoreVerbs implements VerbsLibrary, AutoCloseable {
    private static final String DEVICES = "/sys/class/infiniband";

    private final OperatingSystem os;
    private final ContextLeases leases = new ContextLeases();
    private final LeaseRegistry objects;

    /**
     * Needs {@link #library()} to be loaded.
     *
     * @param os where the kernel shows its devices
     */
    public RdmaCoreVerbs(OperatingSystem os) {
        this(os, ContextCompanions.NONE);
    }

    /**
     * Needs {@link #library()} to be loaded.
     *
     * @param os where the kernel shows its devices
     * @param companions of the contexts that are leased
     */
    public RdmaCoreVerbs(OperatingSystem os, ContextCompanions companions) {
        this.os = os;
        this.objects = new LeaseRegistry(companions);
    }

    /** The library, loaded at the first call. */
    public static SharedLibrary library() {
        return VerbsCalls.LIBRARY;
    }

    /** The devices that libibverbs lists now, without opening any. */
    public static List<String> listedDevices() {
        try (DeviceList list = DeviceList.get()) {
            return List.copyOf(list.devices().keySet());
        }
    }

    @Override
    public List<String> deviceNames() {
        return leases.deviceNames();
    }

    @Override
    public Device queryDevice(String name) {
        DeviceFolder folder = new DeviceFolder(os, DEVICES, name);
        return leases.ask(
                "ibv_query_device", name, context -> DeviceQuery.device(context, name, folder));
    }

    @Override
    public Port queryPort(PortId port) {
        return leases.ask("ibv_query_port", port.device(), context -> port(context, port));
    }

    private Port port(Pointer context, PortId port) {
        int ports = DeviceOpening.attributes(context, port.device()).physPortCnt();
        if (port.port() > ports) {
            throw VerbsFailure.of(
                    "ibv_query_port",
                    VerbsFailure.EINVAL,
                    port.toString(),
                    "use a port in 1.." + ports);
        }
        PortAttributes attributes;
        try (Memory struct = new Memory(IbvPortAttr.SIZE)) {
            PortQuery.query(context, port, struct);
            attributes = PortAttributesReader.read(bytes(struct));
        }
        DeviceFolder folder = new DeviceFolder(os, DEVICES, port.device());
        PortTables tables = new PortTables(context, port, folder);
        List<GidEntry> gids = tables.gids(attributes);
        return new Port(
                port,
                ProviderProperties.JNA,
                attributes,
                netdev(folder, port, attributes, gids),
                gids,
                tables.pkeys(attributes));
    }

    @Override
    public VerbsLease lease(String owner) {
        return objects.lease(owner);
    }

    /** Ways to poll the completion queues that were made with it, through JNA. */
    public CompletionPorts completionPorts() {
        return completionPorts(JnaAccess.INSTANCE);
    }

    /** The same, through something else. */
    public CompletionPorts completionPorts(NativeAccess access) {
        return objects.completionPorts(access);
    }

    private static String netdev(
            DeviceFolder folder, PortId port, PortAttributes attributes, List<GidEntry> gids) {
        if (attributes.linkLayer() != LinkLayer.ETHERNET) {
            return folder.ipoibNetdev(port.port());
        }
        return gids.stream()
                .map(GidEntry::netdev)
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static ByteBuffer bytes(Memory struct) {
        return struct.getByteBuffer(0, struct.size()).order(ByteOrder.nativeOrder());
    }

    /** How many contexts are open. */
    public int contextsHeld() {
        return leases.held();
    }

    /** Closes everything that was made, in the right order, and the contexts. */
    @Override
    public void close() {
        try {
            objects.close();
        } finally {
            leases.stop();
        }
    }
}

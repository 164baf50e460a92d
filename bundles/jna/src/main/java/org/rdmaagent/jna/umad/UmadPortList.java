// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.umad;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.PortId;
import org.rdmaagent.jna.layout.UmadCa;
import org.rdmaagent.jna.layout.UmadPort;
import org.rdmaagent.spi.OperatingSystem;

/** The ports that libibumad knows, asked anew at each call. */
final class UmadPortList {
    private static final String DEVICES = "/sys/class/infiniband";
    private static final int MAX_DEVICES = 32; // UMAD_MAX_DEVICES
    private static final String ETHERNET = "Ethernet";

    private final OperatingSystem os;

    UmadPortList(OperatingSystem os) {
        this.os = os;
    }

    /** All ports, in order; a device that goes away meanwhile has none. */
    List<UmadPortState> ports() {
        List<UmadPortState> ports = new ArrayList<>();
        for (String device : devices()) {
            addPorts(device, ports);
        }
        return ports;
    }

    private List<String> devices() {
        try {
            // Where this folder is missing, libibumad invents a device.
            os.list(DEVICES);
        } catch (IOException e) {
            return List.of();
        }
        int rowBytes = UmadCa.CA_NAME.size();
        try (Memory names = new Memory((long) MAX_DEVICES * rowBytes)) {
            names.clear();
            int count = UmadCalls.umad_get_cas_names(names, MAX_DEVICES);
            List<String> devices = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                ByteBuffer row = names.getByteBuffer((long) i * rowBytes, rowBytes);
                devices.add(UmadCa.CA_NAME.text(row));
            }
            devices.sort(null);
            return devices;
        }
    }

    private static void addPorts(String device, List<UmadPortState> ports) {
        try (Memory ca = new Memory(UmadCa.SIZE)) {
            ca.clear();
            if (UmadCalls.umad_get_ca(device, ca) != 0) {
                return;
            }
            try {
                int slots = UmadCa.PORTS.size() / Native.POINTER_SIZE;
                for (int slot = 0; slot < slots; slot++) {
                    long at = UmadCa.PORTS.offset() + (long) slot * Native.POINTER_SIZE;
                    Pointer port = ca.getPointer(at);
                    if (port != null) {
                        add(device, port, ports);
                    }
                }
            } finally {
                UmadCalls.umad_release_ca(ca);
            }
        }
    }

    private static void add(String device, Pointer port, List<UmadPortState> ports) {
        ByteBuffer struct = port.getByteBuffer(0, UmadPort.SIZE).order(ByteOrder.nativeOrder());
        if (UmadPort.PORTNUM.integer(struct) >= 1) { // 0 is a switch's own, which no host is
            ports.add(parse(device, struct));
        }
    }

    /**
     * Kernels that do not tell the link layer know InfiniBand only.
     *
     * @param struct {@code umad_port_t}
     */
    static UmadPortState parse(String device, ByteBuffer struct) {
        PortId id = new PortId(device, UmadPort.PORTNUM.integer(struct));
        return new UmadPortState(id, UmadPort.LINK_LAYER.text(struct).equals(ETHERNET));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import com.sun.jna.Pointer;
import java.util.Optional;
import java.util.function.Predicate;
import org.rdmaagent.PortId;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvContext;
import org.rdmaagent.jna.layout.IbvDevice;
import org.rdmaagent.jna.layout.RdmaCmId;
import org.rdmaagent.spi.cm.CmBinding;

/** What {@code struct rdma_cm_id} says; to be read while nobody can destroy it. */
final class IdStruct {
    private static final int ETHERNET_PKEY = 0xffff;

    private IdStruct() {}

    /** The port that it is tied to; empty if it is tied to none. */
    static Optional<PortId> port(Pointer id) {
        CStruct struct = CStruct.at(id);
        int number = struct.integer(RdmaCmId.PORT_NUM);
        Pointer context = struct.address(RdmaCmId.VERBS);
        Pointer device = context == null ? null : CStruct.at(context).address(IbvContext.DEVICE);
        // The library fills in the context first, then the port.
        return device == null || number == 0
                ? Optional.empty()
                : Optional.of(new PortId(device.getString(IbvDevice.NAME.offset()), number));
    }

    /** All of it; empty if it is tied to no port. */
    static Optional<CmBinding> binding(Pointer id, Predicate<PortId> infiniBand) {
        CStruct struct = CStruct.at(id);
        return port(id).flatMap(
                        port ->
                                Sockaddr.read(struct.part(RdmaCmId.SOURCE))
                                        .map(
                                                local ->
                                                        new CmBinding(
                                                                port,
                                                                local,
                                                                infiniBand.test(port)
                                                                        ? pkey(struct)
                                                                        : ETHERNET_PKEY)));
    }

    private static int pkey(CStruct struct) {
        byte[] network = struct.bytes(RdmaCmId.PKEY);
        return Byte.toUnsignedInt(network[0]) << 8 | Byte.toUnsignedInt(network[1]);
    }
}

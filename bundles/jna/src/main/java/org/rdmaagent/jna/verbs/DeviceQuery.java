// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import com.sun.jna.Function;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvContext;
import org.rdmaagent.jna.layout.IbvDevice;
import org.rdmaagent.jna.layout.IbvDeviceAttrEx;
import org.rdmaagent.jna.layout.VerbsContext;
import org.rdmaagent.spi.ProviderProperties;
import org.rdmaagent.verbs.Device;
import org.rdmaagent.verbs.DeviceNodeType;
import org.rdmaagent.verbs.ExtendedDeviceAttributes;

/** All that is to be known of a device: from its context, its struct and its folder of sysfs. */
public final class DeviceQuery {
    private DeviceQuery() {}

    /**
     * Asks.
     *
     * @param context open
     * @throws org.rdmaagent.RdmaException what the driver says
     */
    static Device device(Pointer context, String name, DeviceFolder folder) {
        CStruct struct = CStruct.at(context);
        CStruct device = CStruct.at(context.getPointer(IbvContext.DEVICE.offset()));
        return new Device(
                name,
                ProviderProperties.JNA,
                folder.driver(),
                folder.numaNode(),
                DeviceNodeType.ofCode(device.integer(IbvDevice.NODE_TYPE))
                        .orElse(DeviceNodeType.UNKNOWN),
                DeviceNodeType.Transport.ofCode(device.integer(IbvDevice.TRANSPORT_TYPE))
                        .orElse(DeviceNodeType.Transport.UNKNOWN),
                folder.boardId(),
                struct.integer(IbvContext.NUM_COMP_VECTORS),
                DeviceOpening.attributes(context, name),
                extended(context, name));
    }

    /**
     * {@code ibv_query_device_ex} as verbs.h defines it, without its way out: where the operation
     * is missing, C answers zeros.
     */
    public static Optional<ExtendedDeviceAttributes> extended(Pointer context, String name) {
        Function query = ContextOperation.find(context, VerbsContext.QUERY_DEVICE_EX);
        if (query == null) {
            return Optional.empty();
        }
        try (CStruct struct = CStruct.allocate(IbvDeviceAttrEx.SIZE)) {
            Pointer attributes = struct.pointer();
            int errno =
                    query.invokeInt(
                            new Object[] {
                                context, Pointer.NULL, attributes, (long) IbvDeviceAttrEx.SIZE
                            });
            if (errno == VerbsFailure.EOPNOTSUPP || errno == VerbsFailure.ENOSYS) {
                return Optional.empty();
            }
            if (errno != 0) {
                throw VerbsFailure.of("ibv_query_device_ex", Math.abs(errno), name);
            }
            ByteBuffer bytes = attributes.getByteBuffer(0, IbvDeviceAttrEx.SIZE);
            return Optional.of(ExtendedAttributesReader.read(bytes.order(ByteOrder.nativeOrder())));
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteOrder;
import org.rdmaagent.jna.layout.IbvDeviceAttr;
import org.rdmaagent.verbs.DeviceAttributes;

/** Opening a device ({@code ibv_open_device(3)}) and what is asked of it first. */
public final class DeviceOpening {
    private static final String CALL = "ibv_open_device";

    private DeviceOpening() {}

    /**
     * A new context on a device; the caller closes it.
     *
     * @throws org.rdmaagent.RdmaException ENODEV if there is no such device, EACCES, EMFILE and
     *     what the driver says
     */
    public static Pointer open(String name) {
        try (DeviceList list = DeviceList.get()) {
            Pointer device = list.devices().get(name);
            if (device == null) {
                throw VerbsFailure.noSuchDevice(CALL, name, list);
            }
            return open(name, device);
        }
    }

    /** A new context on a listed device; the caller closes it. */
    static Pointer open(String name, Pointer device) {
        Pointer context = VerbsCalls.ibv_open_device(device);
        if (context == null) {
            int errno = Native.getLastError();
            throw VerbsFailure.of(CALL, UverbsFile.of(name).told(errno), name);
        }
        return context;
    }

    /**
     * What the device can do ({@code ibv_query_device(3)}).
     *
     * @param context open
     */
    public static DeviceAttributes attributes(Pointer context, String name) {
        try (Memory struct = new Memory(IbvDeviceAttr.SIZE)) {
            struct.clear();
            int errno = VerbsCalls.ibv_query_device(context, struct);
            if (errno != 0) {
                throw VerbsFailure.of("ibv_query_device", Math.abs(errno), name);
            }
            return DeviceAttributesReader.read(
                    struct.getByteBuffer(0, struct.size()).order(ByteOrder.nativeOrder()));
        }
    }
}

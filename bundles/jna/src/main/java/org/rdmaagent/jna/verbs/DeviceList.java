// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What {@code ibv_get_device_list(3)} returned. A device's address is its identity: the library
 * keeps the struct as long as the device is there or a context on it is open, and a device that
 * comes back under the same name gets another one.
 */
final class DeviceList implements AutoCloseable {
    private final @Nullable Pointer list;
    private final Map<String, Pointer> devices = new TreeMap<>();

    private DeviceList(@Nullable Pointer list, int count) {
        this.list = list;
        for (int i = 0; list != null && i < count; i++) {
            Pointer device = list.getPointer((long) i * Native.POINTER_SIZE);
            devices.put(VerbsCalls.ibv_get_device_name(device), device);
        }
    }

    /**
     * Asks.
     *
     * @throws org.rdmaagent.RdmaException if the library cannot list; a kernel without RDMA is an
     *     empty list
     */
    static DeviceList get() {
        IntByReference count = new IntByReference();
        Pointer list = VerbsCalls.ibv_get_device_list(count);
        int errno = Native.getLastError();
        if (list == null && errno != VerbsFailure.ENOSYS && errno != 0) {
            throw VerbsFailure.of("ibv_get_device_list", errno, "this host");
        }
        return new DeviceList(list, count.getValue());
    }

    /** By name, in order. */
    Map<String, Pointer> devices() {
        return devices;
    }

    @Override
    public void close() {
        if (list != null) {
            VerbsCalls.ibv_free_device_list(list);
        }
    }
}

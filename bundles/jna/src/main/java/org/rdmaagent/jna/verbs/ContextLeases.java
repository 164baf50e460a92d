// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import com.sun.jna.Pointer;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;

/**
 * The contexts that this provider holds: one for each device that was asked for, opened at the
 * first question, closed when the device is gone or the provider stops. For any thread; a question
 * to one device does not wait for one to another.
 */
final class ContextLeases {
    private final Object lock = new Object();
    private final Map<String, ContextLease> leases = new HashMap<>();
    private final Map<String, Object> opening = new ConcurrentHashMap<>();
    private boolean stopped;

    /** The names of all devices now. */
    List<String> deviceNames() {
        synchronized (lock) {
            requireRunning("ibv_get_device_list", "this host");
            try (DeviceList list = DeviceList.get()) {
                retireMissing(list.devices());
                return List.copyOf(list.devices().keySet());
            }
        }
    }

    /**
     * Asks something of a device's context.
     *
     * @param call what the failure names if there is no such device
     * @throws RdmaException ENODEV if there is none; what {@code ibv_open_device(3)} says
     */
    <T> T ask(String call, String device, Function<Pointer, T> question) {
        ContextLease lease = take(call, device);
        try {
            return question.apply(lease.context());
        } finally {
            synchronized (lock) {
                lease.giveBack();
            }
        }
    }

    private ContextLease take(String call, String name) {
        try (DeviceList list = DeviceList.get()) {
            synchronized (lock) {
                requireRunning(call, name);
                retireMissing(list.devices());
                ContextLease held = leases.get(name);
                if (held != null) {
                    held.take();
                    return held;
                }
            }
            Pointer device = list.devices().get(name);
            if (device == null) {
                throw VerbsFailure.noSuchDevice(call, name, list);
            }
            // libibverbs may wait for udev, 5 s a device: nobody else waits with it.
            synchronized (opening.computeIfAbsent(name, any -> new Object())) {
                return takeOrOpen(call, name, device);
            }
        }
    }

    private ContextLease takeOrOpen(String call, String name, Pointer device) {
        synchronized (lock) {
            ContextLease held = leases.get(name);
            if (held != null) {
                held.take();
                return held;
            }
        }
        ContextLease lease = new ContextLease(device, DeviceOpening.open(name, device));
        synchronized (lock) {
            lease.take();
            if (stopped) {
                lease.giveBack();
                lease.retire();
                requireRunning(call, name);
            }
            leases.put(name, lease);
            return lease;
        }
    }

    /** The lock is held. */
    private void retireMissing(Map<String, Pointer> present) {
        Iterator<Map.Entry<String, ContextLease>> all = leases.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<String, ContextLease> held = all.next();
            if (!held.getValue().device().equals(present.get(held.getKey()))) {
                held.getValue().retire();
                all.remove();
            }
        }
    }

    /** How many contexts are held. */
    int held() {
        synchronized (lock) {
            return leases.size();
        }
    }

    /** Closes all; a question that is being asked keeps its context to its end. */
    void stop() {
        synchronized (lock) {
            stopped = true;
            leases.values().forEach(ContextLease::retire);
            leases.clear();
        }
    }

    private void requireRunning(String call, String subject) {
        if (stopped) {
            throw new RdmaException(
                    call,
                    Errno.of(VerbsFailure.ENODEV),
                    subject,
                    "the native provider is stopping; ask again when it is back");
        }
    }
}

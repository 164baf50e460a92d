// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import org.rdmaagent.verbs.AsyncEventType;

/** Is told what a kernel's clients of a device are told, whether a context is open or not. */
@FunctionalInterface
public interface DeviceWatcher {
    /**
     * Something happened; the lock of the devices is held.
     *
     * @param port from 1; 0 if it is about the device
     */
    void told(String device, int port, AsyncEventType type);
}

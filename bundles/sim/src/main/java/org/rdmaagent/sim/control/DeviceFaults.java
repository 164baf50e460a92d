// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.sim.verbs.DeviceControl;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.QpNumber;

/**
 * Lets things happen to the devices of this host, from any thread and at any time: what {@code
 * ibv_query_port} tells changes, and every open context gets the asynchronous event. Every method
 * throws {@link IllegalArgumentException} for a device, port or object that is not there.
 */
public final class DeviceFaults {
    private final DeviceControl control;

    DeviceFaults(DeviceControl control) {
        this.control = control;
    }

    /** Puts a port down: PORT_ERR. */
    public void portDown(PortId port) {
        control.portDown(port, true);
    }

    /** Lets a port be as its cable has it: PORT_ACTIVE if that is up. */
    public void portUp(PortId port) {
        control.portDown(port, false);
    }

    /** The subnet manager gives the port another LID: LID_CHANGE. */
    public void lidChange(PortId port, Lid lid) {
        control.lid(port, lid);
    }

    /** Another subnet manager, at that LID, is in charge: SM_CHANGE. */
    public void smChange(PortId port, Lid lid) {
        control.subnetManager(port, lid);
    }

    /** A row of the GID table is filled, or emptied by the zero GID: GID_CHANGE. */
    public void gidChange(PortId port, int index, Gid gid) {
        control.gid(port, index, gid);
    }

    /**
     * A row of the P_Key table is filled, or emptied by 0: PKEY_CHANGE.
     *
     * @param pkey 16 bits, host byte order
     */
    public void pkeyChange(PortId port, int index, int pkey) {
        control.pkey(port, index, pkey);
    }

    /** The subnet manager forgot the port's groups and services: CLIENT_REREGISTER. */
    public void clientReregister(PortId port) {
        control.tell(port, AsyncEventType.CLIENT_REREGISTER);
    }

    /** Any event about a port, without a change that could be asked for. */
    public void portEvent(PortId port, AsyncEventType type) {
        control.tell(port, type);
    }

    /**
     * The adapter fails: DEVICE_FATAL. What is open on it answers EIO until it is closed; then the
     * device can be opened again.
     */
    public void fatal(String device) {
        control.fatal(device);
    }

    /**
     * The adapter is pulled out: DEVICE_FATAL. It is no longer listed, what was open on it answers
     * ENODEV and can be closed in any order.
     */
    public void unplug(String device) {
        control.unplug(device);
    }

    /** The adapter is back; what was open on it stays dead. */
    public void plug(String device) {
        control.plug(device);
    }

    /**
     * An event about a queue pair; QP_FATAL, QP_REQ_ERR and QP_ACCESS_ERR bring it to the error
     * state.
     */
    public void queuePairEvent(String device, QpNumber number, AsyncEventType type) {
        control.tell(device, number, type);
    }

    /**
     * An event about a completion queue, a shared receive queue or a work queue, whichever the
     * event is about.
     *
     * @param name of the open queue
     */
    public void queueEvent(String device, String name, AsyncEventType type) {
        control.tell(device, name, type);
    }

    /**
     * The next calls of a C function on a device fail, those that close included.
     *
     * @param call such as {@code ibv_reg_mr}
     * @param errno its number, 1 or more
     * @param times how often, 1 or more
     */
    public void failNext(String device, String call, int errno, int times) {
        control.failNext(device, call, errno, times);
    }

    /** The memlock limit of the process, as a device sees it, bytes. What is registered stays. */
    public void memlock(String device, long bytes) {
        control.memlock(device, bytes);
    }

    /** How many huge pages of 2 MiB the host has, at first 512. Those in use stay. */
    public void hugePages(int count) {
        control.hugePages(count);
    }

    /**
     * Plugs everything in and ends all changes and failures; of events only those of ports come.
     */
    public void clear() {
        control.clear();
    }
}

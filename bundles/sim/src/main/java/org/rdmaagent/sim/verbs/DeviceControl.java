// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.function.Consumer;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpState;

/**
 * What happens to devices from outside: ports and their tables change, devices fail or are pulled
 * out, calls fail. Every method throws {@link IllegalArgumentException} for what is not there.
 */
public final class DeviceControl {
    private final VerbsWorld world;

    DeviceControl(VerbsWorld world) {
        this.world = world;
    }

    private void at(String device, Consumer<SimulatedHca> work) {
        Boolean unused =
                world.locked(
                        () -> {
                            work.accept(named(device));
                            return world.progress();
                        });
    }

    private SimulatedHca named(String device) {
        for (SimulatedHca hca : world.devices()) {
            if (hca.name().equals(device)) {
                return hca;
            }
        }
        throw new IllegalArgumentException("there is no device " + device);
    }

    private void at(PortId port, Consumer<SimulatedHca> work) {
        at(
                port.device(),
                hca -> {
                    if (!hca.hasPort(port.port())) {
                        throw new IllegalArgumentException("there is no port " + port);
                    }
                    work.accept(hca);
                });
    }

    /** Puts a port down, or lets it be as the fabric has it; PORT_ERR or PORT_ACTIVE is told. */
    public void portDown(PortId port, boolean down) {
        at(
                port,
                hca -> {
                    hca.device().down(port.port(), down);
                    hca.watchPorts();
                });
    }

    /** Gives a port another LID; LID_CHANGE is told. */
    public void lid(PortId port, Lid lid) {
        change(port, AsyncEventType.LID_CHANGE, hca -> hca.device().lid(port.port(), lid));
    }

    /** Puts another subnet manager in charge; SM_CHANGE is told. */
    public void subnetManager(PortId port, Lid lid) {
        change(port, AsyncEventType.SM_CHANGE, hca -> hca.device().smLid(port.port(), lid));
    }

    /** Fills a row of the GID table, the zero GID empties it; GID_CHANGE is told. */
    public void gid(PortId port, int index, Gid gid) {
        change(port, AsyncEventType.GID_CHANGE, hca -> hca.device().gid(port.port(), index, gid));
    }

    /** Fills a row of the P_Key table, 0 empties it; PKEY_CHANGE is told. */
    public void pkey(PortId port, int index, int pkey) {
        change(
                port,
                AsyncEventType.PKEY_CHANGE,
                hca -> hca.device().pkey(port.port(), index, pkey));
    }

    /** Tells of something at a port that changes nothing that could be asked for. */
    public void tell(PortId port, AsyncEventType type) {
        require(type, AsyncEventType.Subject.PORT);
        change(port, type, hca -> {});
    }

    private void change(PortId port, AsyncEventType type, Consumer<SimulatedHca> change) {
        at(
                port,
                hca -> {
                    change.accept(hca);
                    hca.tell(type, port.port());
                });
    }

    private static void require(AsyncEventType type, AsyncEventType.Subject subject) {
        if (type.subject() != subject) {
            throw new IllegalArgumentException(type + " is not about a " + subject);
        }
    }

    /** The device fails: DEVICE_FATAL is told, and what is open on it answers EIO. */
    public void fatal(String device) {
        at(device, hca -> end(hca, false));
    }

    /** The device is pulled out: DEVICE_FATAL is told, and what was open on it answers ENODEV. */
    public void unplug(String device) {
        at(
                device,
                hca -> {
                    end(hca, true);
                    hca.device().present(false);
                });
    }

    private static void end(SimulatedHca hca, boolean gone) {
        hca.tell(AsyncEventType.DEVICE_FATAL, 0);
        hca.contexts().forEach(context -> context.fail(gone));
        hca.queuePairs().forEach(qp -> qp.enter(QpState.ERR));
    }

    /** The device is plugged in again; what was open on it before stays dead. */
    public void plug(String device) {
        at(device, hca -> hca.device().present(true));
    }

    /** An event about a queue pair; QP_FATAL, QP_REQ_ERR and QP_ACCESS_ERR bring it to ERR. */
    public void tell(String device, QpNumber number, AsyncEventType type) {
        require(type, AsyncEventType.Subject.QP);
        at(
                device,
                hca -> {
                    QpCore qp =
                            hca.queuePair(number)
                                    .orElseThrow(
                                            () ->
                                                    new IllegalArgumentException(
                                                            device
                                                                    + " has no queue pair "
                                                                    + number));
                    qp.tell(type);
                    if (type == AsyncEventType.QP_FATAL
                            || type == AsyncEventType.QP_REQ_ERR
                            || type == AsyncEventType.QP_ACCESS_ERR) {
                        qp.enter(QpState.ERR);
                    }
                });
    }

    /** An event about another queue, by its name; CQ_ERR kills a completion queue. */
    public void tell(String device, String queue, AsyncEventType type) {
        ObjectKind kind =
                switch (type.subject()) {
                    case CQ -> ObjectKind.COMPLETION_QUEUE;
                    case SRQ -> ObjectKind.SHARED_RECEIVE_QUEUE;
                    case WQ -> ObjectKind.WORK_QUEUE;
                    default ->
                            throw new IllegalArgumentException(type + " is not about such a queue");
                };
        at(
                device,
                hca -> {
                    SimulatedObject object = hca.find(kind, queue);
                    if (object == null) {
                        throw new IllegalArgumentException(
                                device + " has no open " + kind.shortName() + " " + queue);
                    }
                    if (object instanceof SimulatedCq cq) {
                        cq.kill();
                    } else {
                        SimulatedHca.tell(type, object);
                    }
                });
    }

    /**
     * The next calls of a C function on a device fail, also those that close.
     *
     * @param call such as {@code ibv_reg_mr}
     * @param errno 1 or more
     * @param times how often
     */
    public void failNext(String device, String call, int errno, int times) {
        if (errno < 1 || times < 1) {
            throw new IllegalArgumentException("a failure has a number and a count of 1 or more");
        }
        at(device, hca -> hca.faults().fail(call, errno, times));
    }

    /** How many bytes may be registered on a device; what is registered stays. */
    public void memlock(String device, long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("a limit is not negative: " + bytes);
        }
        at(device, hca -> hca.faults().memlock(bytes));
    }

    /** How many huge pages of 2 MiB the host has; those in use stay. */
    public void hugePages(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("a number of pages is not negative: " + count);
        }
        Boolean unused =
                world.locked(
                        () -> {
                            world.mlx4().hugePages(count);
                            return true;
                        });
    }

    /** Plugs everything in, and ends all that was changed and all failures; tells no tables. */
    public void clear() {
        for (SimulatedHca each : world.devices()) {
            at(
                    each.name(),
                    hca -> {
                        hca.faults().clear();
                        hca.device().restore();
                        hca.watchPorts();
                    });
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.verbs.AsyncEvent;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.AsyncEventType.Subject;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.SrqAttributes;
import org.rdmaagent.verbs.WqInit;
import org.rdmaagent.verbs.WqType;
import org.rdmaagent.verbs.object.ClosingAll;
import org.rdmaagent.verbs.object.Session;
import org.rdmaagent.verbs.object.SimulatedVerbsWorld;

/** Events of every kind, from a simulated device to a listener, without a thread. */
class EventPumpTest {
    private static final PortId PORT = new PortId("mlx4_0", 2);

    private final SimulatedVerbsWorld host = new SimulatedVerbsWorld();
    private final Session session = host.session();
    private final DeviceContext watch = session.open("mlx4_0", EventPump.watchName("mlx4_0"));
    private final DeviceContext work = session.open("mlx4_0", "work");
    private final EventDesk desk = new EventDesk(InstantSource.system());
    private final List<AsyncEvent> heard = new ArrayList<>();

    EventPumpTest() {
        desk.add(heard::add);
    }

    @ParameterizedTest
    @EnumSource(
            value = AsyncEventType.class,
            names = {"DEVICE_FATAL", "UNKNOWN"},
            mode = EnumSource.Mode.EXCLUDE)
    void eachKindIsToldOnceWithWhatItIsAbout(AsyncEventType type) {
        QueuePair pair = SimulatedVerbsWorld.readyPair(work, "pair");
        ProtectionDomain domain = work.find(ProtectionDomain.class, "pair").orElseThrow();
        domain.createSharedReceiveQueue("shared", new SrqAttributes(8, 1, 0));
        domain.createWorkQueue(
                "rq", new WqInit(WqType.RQ, 8, 1), pair.receiveQueue().orElseThrow());
        switch (type.subject()) {
            case PORT -> portEvent(type);
            case QP -> host.faults.queuePairEvent("mlx4_0", pair.number(), type);
            case CQ -> host.faults.queueEvent("mlx4_0", "pair", type);
            case SRQ -> host.faults.queueEvent("mlx4_0", "shared", type);
            case WQ -> host.faults.queueEvent("mlx4_0", "rq", type);
            case DEVICE -> throw new AssertionError(type);
        }
        List<AsyncEvent> told = pumpAll().stream().filter(e -> e.type() == type).toList();
        assertEquals(1, told.size(), heard.toString());
        AsyncEvent event = told.get(0);
        assertEquals("mlx4_0", event.device());
        assertEquals(
                type.subject() == Subject.PORT ? OptionalInt.of(2) : OptionalInt.empty(),
                event.port());
        assertEquals(
                type.subject() == Subject.QP ? Optional.of(pair.number()) : Optional.empty(),
                event.qp());
        assertEquals(nameOf(type.subject()), event.objectName());
    }

    private static String nameOf(Subject subject) {
        return switch (subject) {
            case PORT, DEVICE -> "";
            case QP, CQ -> "pair";
            case SRQ -> "shared";
            case WQ -> "rq";
        };
    }

    private void portEvent(AsyncEventType type) {
        switch (type) {
            case PORT_ERR -> host.faults.portDown(PORT);
            case PORT_ACTIVE -> {
                host.faults.portDown(PORT);
                host.faults.portUp(PORT);
            }
            case LID_CHANGE -> host.faults.lidChange(PORT, new Lid(77));
            case SM_CHANGE -> host.faults.smChange(PORT, new Lid(78));
            case PKEY_CHANGE -> host.faults.pkeyChange(PORT, 3, 0x8001);
            case GID_CHANGE -> host.faults.gidChange(PORT, 1, new Gid(0xfe80L << 48, 3));
            case CLIENT_REREGISTER -> host.faults.clientReregister(PORT);
            default -> host.faults.portEvent(PORT, type);
        }
    }

    @Test
    void aFatalFailureIsToldOnceAndEndsThePumps() {
        host.faults.fatal("mlx4_0");
        assertFalse(pump(work).doWork(0));
        assertFalse(pump(watch).doWork(0));
        assertTrue(desk.doWork(0));
        assertFalse(desk.doWork(0));
        assertEquals(AsyncEventType.DEVICE_FATAL, heard.get(0).type());
    }

    @Test
    void aDeviceThatIsPulledOutEndsThePump() {
        host.faults.unplug("mlx4_0");
        EventPump pump = pump(watch);
        assertFalse(pump.doWork(0));
        assertFalse(pump.doWork(0));
        assertTrue(desk.doWork(0));
        assertFalse(desk.doWork(0));
    }

    @Test
    void aContextThatIsClosedEndsThePump() {
        EventPump pump = pump(work);
        assertTrue(pump.doWork(0));
        assertEquals(List.of(), ClosingAll.of(work));
        assertFalse(pump.doWork(0));
    }

    private List<AsyncEvent> pumpAll() {
        EventPump one = pump(work);
        EventPump other = pump(watch);
        for (int i = 0; i < 10; i++) {
            assertTrue(one.doWork(0));
            assertTrue(other.doWork(0));
        }
        deliverAll();
        return heard;
    }

    private EventPump pump(DeviceContext context) {
        ContextHandle handle =
                session.handles().stream()
                        .filter(each -> each.name().equals(context.name()))
                        .findFirst()
                        .orElseThrow();
        return new EventPump(handle, desk);
    }

    private void deliverAll() {
        boolean more = true;
        while (more) {
            more = desk.doWork(0);
        }
    }
}

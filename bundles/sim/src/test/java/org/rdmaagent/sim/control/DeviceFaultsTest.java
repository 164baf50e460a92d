// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.PortState;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.spi.OperatingSystem;
import org.rdmaagent.spi.verbs.AsyncNotice;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.Port;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.ResourceCounts;
import org.rdmaagent.verbs.SrqAttributes;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WorkCompletionStatus;
import org.rdmaagent.verbs.WqInit;
import org.rdmaagent.verbs.WqType;

/** What happens to devices is told, and can be asked for. */
class DeviceFaultsTest {
    private static final int EIO = 5;
    private static final String FOLDER = "/sys/class/infiniband/";

    private final VerbsBench bench = new VerbsBench();
    private final DeviceFaults faults = bench.faults();

    private Port port() {
        return bench.world.verbsLibrary().queryPort(VerbsBench.PORT);
    }

    @Test
    void changesOfAPortAreToldToEveryContextAndSeenInItsAttributesAndFiles() throws IOException {
        ContextHandle other = bench.lease.open(VerbsBench.DEVICE, "other");
        Gid gid = new Gid(0xfe80_0000_0000_0000L, 5);
        faults.lidChange(VerbsBench.PORT, new Lid(99));
        faults.smChange(VerbsBench.PORT, new Lid(98));
        faults.gidChange(VerbsBench.PORT, 3, gid);
        faults.pkeyChange(VerbsBench.PORT, 1, 0x8001);
        faults.clientReregister(VerbsBench.PORT);
        List<AsyncEventType> told =
                List.of(
                        AsyncEventType.LID_CHANGE,
                        AsyncEventType.SM_CHANGE,
                        AsyncEventType.GID_CHANGE,
                        AsyncEventType.PKEY_CHANGE,
                        AsyncEventType.CLIENT_REREGISTER);
        assertEquals(told, bench.events());
        assertEquals(told, VerbsBench.events(other));
        assertEquals(new Lid(99), port().attributes().lid());
        assertEquals(new Lid(98), port().attributes().smLid());
        assertEquals(gid, port().gids().get(1).gid());
        assertEquals(3, port().gids().get(1).index());
        assertEquals(0x8001, port().pkeys().get(1).pkey());
        OperatingSystem files = bench.world.operatingSystem();
        String folder = FOLDER + "mlx4_0/ports/1/";
        assertEquals("0x63\n", files.readText(folder + "lid"));
        assertEquals(gid + "\n", files.readText(folder + "gids/3"));
        assertEquals("0x8001\n", files.readText(folder + "pkeys/1"));
        faults.clear();
        assertEquals(1, port().gids().size());
    }

    @Test
    void aPulledCableIsAPortThatIsDown() {
        LinkEnd cable = new LinkEnd(SmallFabric.HERE, 1);
        bench.world.faults().linkDown(cable);
        assertEquals(List.of(AsyncEventType.PORT_ERR), bench.events());
        assertEquals(PortState.DOWN, port().attributes().state());
        faults.portUp(VerbsBench.PORT);
        assertEquals(List.of(), bench.events());
        bench.world.faults().linkUp(cable);
        assertEquals(List.of(AsyncEventType.PORT_ACTIVE), bench.events());
        faults.portDown(VerbsBench.PORT);
        faults.portDown(VerbsBench.PORT);
        assertEquals(List.of(AsyncEventType.PORT_ERR), bench.events());
        bench.world.faults().clear();
        assertEquals(List.of(), bench.events());
        faults.clear();
        assertEquals(List.of(AsyncEventType.PORT_ACTIVE), bench.events());
    }

    @ParameterizedTest
    @EnumSource(value = AsyncEventType.class, mode = EnumSource.Mode.EXCLUDE, names = "UNKNOWN")
    void everyKindOfEventCanBeInjectedAndNamesItsSubject(AsyncEventType type) {
        VerbsBench.End end = bench.end(QpType.UD);
        var srq = bench.pd.createSrq("srq", new SrqAttributes(4, 1, 0));
        var wq = bench.pd.createWq("wq", new WqInit(WqType.RQ, 4, 1), end.cq());
        VerbsHandle subject =
                switch (type.subject()) {
                    case QP -> end.qp();
                    case CQ -> end.cq();
                    case SRQ -> srq;
                    case WQ -> wq;
                    case PORT, DEVICE -> bench.context;
                };
        switch (type.subject()) {
            case QP -> faults.queuePairEvent(VerbsBench.DEVICE, end.qp().number(), type);
            case CQ, SRQ, WQ -> faults.queueEvent(VerbsBench.DEVICE, subject.name(), type);
            case PORT -> faults.portEvent(VerbsBench.PORT, type);
            case DEVICE -> faults.fatal(VerbsBench.DEVICE);
        }
        AsyncNotice told = bench.context.awaitAsync(0).orElseThrow();
        assertEquals(type, told.type());
        assertEquals(type.code(), told.code());
        switch (type.subject()) {
            case PORT -> assertEquals(1, told.port().orElseThrow());
            case DEVICE -> assertTrue(told.handle().isEmpty());
            default -> assertEquals(subject, told.handle().orElseThrow());
        }
    }

    @Test
    void eventsOfOtherKindsAndForNobodyAreRefused() {
        List<Runnable> wrong =
                List.of(
                        () -> faults.portEvent(VerbsBench.PORT, AsyncEventType.CQ_ERR),
                        () -> faults.portDown(new PortId(VerbsBench.DEVICE, 9)),
                        () -> faults.portDown(new PortId("none", 1)),
                        () -> faults.queueEvent(VerbsBench.DEVICE, "no", AsyncEventType.CQ_ERR),
                        () -> faults.queueEvent(VerbsBench.DEVICE, "x", AsyncEventType.QP_FATAL),
                        () -> faults.fatal("none"),
                        () -> faults.memlock(VerbsBench.DEVICE, -1),
                        () -> faults.failNext(VerbsBench.DEVICE, "ibv_reg_mr", 0, 1));
        wrong.forEach(call -> assertThrows(IllegalArgumentException.class, call::run));
    }

    /** Every call on objects of a device. */
    private Map<String, Runnable> calls(VerbsBench.End end) {
        return new TreeMap<>(
                Map.of(
                        "allocPd", () -> bench.context.allocPd("x"),
                        "createCq", () -> bench.context.createCq("x", 4, null, 0),
                        "createAh", () -> bench.pd.createAh("x", bench.way()),
                        "registerMemory", () -> bench.pd.registerMemory("x", 64, Set.of()),
                        "poll", () -> end.cq().poll(1),
                        "resize", () -> end.cq().resize(8),
                        "query", end::state,
                        "postSend", () -> bench.send(end, 1),
                        "postReceive", () -> bench.receive(end, 1),
                        "resources", () -> bench.context.resources()));
    }

    private void everyCallSays(String errno, VerbsBench.End end) {
        calls(end).forEach((name, call) -> assertEquals(errno, VerbsBench.errno(call), name));
    }

    @Test
    void aDeviceThatIsPulledOutAnswersEnodevAndLeavesNothing() {
        VerbsBench.End end = bench.pair()[0];
        bench.events();
        faults.unplug(VerbsBench.DEVICE);
        assertEquals(AsyncEventType.DEVICE_FATAL, bench.context.awaitAsync(0).orElseThrow().type());
        everyCallSays("ENODEV", end);
        assertEquals(List.of("rxe0"), bench.world.verbsLibrary().deviceNames());
        assertEquals(
                "ENODEV", VerbsBench.errno(() -> bench.lease.open(VerbsBench.DEVICE, "again")));
        assertEquals("ENODEV", VerbsBench.errno(() -> port()));
        assertThrows(
                NoSuchFileException.class,
                () -> bench.world.operatingSystem().readText(FOLDER + "mlx4_0/fw_ver"));
        bench.pd.close();
        assertFalse(bench.pd.isOpen(), "any order will do");
        bench.lease.close();
        assertFalse(end.qp().isOpen());
        faults.plug(VerbsBench.DEVICE);
        VerbsBench next = new VerbsBench(bench.world);
        ResourceCounts counts = next.context.resources();
        assertEquals(1, counts.kernel().get(ObjectKind.PROTECTION_DOMAIN));
        assertEquals(0, counts.kernel().get(ObjectKind.QUEUE_PAIR));
        assertEquals(1, counts.kernel().get(ObjectKind.CONTEXT));
    }

    @Test
    void aDeviceThatFailedAnswersEioUntilItIsOpenedAgain() {
        VerbsBench.End end = bench.pair()[0];
        faults.fatal(VerbsBench.DEVICE);
        everyCallSays("EIO", end);
        bench.lease.close();
        VerbsBench next = new VerbsBench(bench.world);
        VerbsBench.End[] pair = next.pair();
        next.receive(pair[1], 1);
        next.send(pair[0], 2);
        assertEquals(WorkCompletionStatus.SUCCESS, pair[1].cq().poll(1).get(0).status());
    }

    @Test
    void memlockStopsRegistrationAndSaysWhatToRaise() {
        faults.memlock(VerbsBench.DEVICE, 65_536);
        bench.pd.registerMemory("fits", 65_536 - 8192, Set.of());
        RdmaException refused =
                assertThrows(
                        RdmaException.class, () -> bench.pd.registerMemory("more", 1, Set.of()));
        assertEquals("ENOMEM", refused.errno().name());
        assertTrue(refused.remedy().contains("65536"), refused.remedy());
        bench.memory.close();
        bench.pd.registerMemory("now", 8192, Set.of(AccessFlag.LOCAL_WRITE));
    }

    @Test
    void aThousandFailuresLeaveNothingBehind() {
        VerbsBench.End end = bench.end(QpType.UD);
        ResourceCounts before = bench.context.resources();
        Map<String, Consumer<String>> makers =
                Map.of(
                        "ibv_alloc_pd", name -> bench.context.allocPd(name),
                        "ibv_reg_mr", name -> bench.pd.registerMemory(name, 64, Set.of()),
                        "ibv_create_cq", name -> bench.context.createCq(name, 4, null, 0),
                        "ibv_create_comp_channel", name -> bench.context.createChannel(name),
                        "ibv_create_ah", name -> bench.pd.createAh(name, bench.way()),
                        "ibv_create_qp",
                                name ->
                                        bench.pd.createQp(
                                                name, end.qp().init(), end.cq(), end.cq(), null));
        makers.forEach(
                (call, maker) -> {
                    faults.failNext(VerbsBench.DEVICE, call, EIO, 1000);
                    for (int i = 0; i < 1000; i++) {
                        assertEquals("EIO", VerbsBench.errno(() -> maker.accept("x")), call);
                    }
                    assertEquals("", VerbsBench.errno(() -> maker.accept(call)), call);
                });
        bench.context.handles().stream()
                .filter(handle -> makers.containsKey(handle.name()))
                .forEach(VerbsHandle::close);
        assertEquals(before, bench.context.resources());
    }

    @Test
    void aCloseThatFailsLeavesTheHandleOpen() {
        VerbsBench.End end = bench.end(QpType.UD);
        faults.failNext(VerbsBench.DEVICE, "ibv_destroy_qp", EIO, 2);
        assertEquals("EIO", VerbsBench.errno(end.qp()::close));
        assertTrue(end.qp().isOpen());
        assertEquals("EIO", VerbsBench.errno(bench.lease::close));
        assertEquals(1, bench.world.verbsLibrary().lease("test").contexts().size());
        end.qp().close();
        assertFalse(end.qp().isOpen());
    }

    @Test
    void aDeadCompletionQueueKeepsWhatItHasAndTakesNoMore() {
        VerbsBench.End[] pair = bench.pair();
        bench.receive(pair[1], 1);
        bench.send(pair[0], 2);
        faults.queueEvent(VerbsBench.DEVICE, pair[1].cq().name(), AsyncEventType.CQ_ERR);
        pair[1].qp().modify(QpAttributes.ofState(QpState.ERR));
        bench.receive(pair[1], 3);
        List<WorkCompletion> kept = pair[1].cq().poll(10);
        assertEquals(List.of(1L), kept.stream().map(WorkCompletion::wrId).toList());
    }
}

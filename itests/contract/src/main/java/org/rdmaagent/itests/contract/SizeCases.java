// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.DeviceAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SrqAttributes;

/** Zero, huge and senseless sizes: refused, or an object that works; never anything else. */
final class SizeCases {
    /** Libraries differ, and some leave no number. */
    private static final Set<String> ANY = Set.of("EINVAL", "ENOMEM", "no errno");

    private SizeCases() {}

    static List<ContractCase> cases() {
        return List.of(
                ContractCase.of("completion queues of impossible sizes", SizeCases::queues),
                ContractCase.of("queue pairs of impossible sizes", SizeCases::pairs),
                ContractCase.of("a queue pair without places is refused or works", SizeCases::none),
                ContractCase.of("shared queues of impossible sizes", Trait.SRQ, SizeCases::shared),
                ContractCase.of("regions of impossible sizes", SizeCases::regions),
                ContractCase.of("regions of impossible flags", SizeCases::flags),
                ContractCase.of("a region begins where its buffer does", SizeCases::buffers));
    }

    private static void nothingIsLeft(Workbench bench, Supplier<VerbsHandle> maker, String what) {
        List<VerbsHandle> before = bench.context().handles();
        List<VerbsHandle> made = new ArrayList<>();
        Expect.refused(ANY, () -> made.add(maker.get()), what);
        Expect.equal(List.of(), made, what + ": what was made");
        Expect.equal(before, bench.context().handles(), what + ": open handles");
    }

    private static void queues(Workbench bench) {
        int most = bench.limits().maxCqe();
        for (int cqe : List.of(0, -1, Integer.MIN_VALUE)) {
            nothingIsLeft(
                    bench, () -> bench.context().createCq("cq", cqe, null, 0), cqe + " entries");
        }
        if (most < Integer.MAX_VALUE) {
            nothingIsLeft(
                    bench,
                    () -> bench.context().createCq("cq", most + 1, null, 0),
                    most + 1 + " entries");
        }
        nothingIsLeft(
                bench,
                () -> bench.context().createCq("cq", Integer.MAX_VALUE, null, 0),
                "as many entries as there are numbers");
        int vectors = bench.context().completionVectors();
        Expect.that(vectors >= 1, "there is a completion vector");
        for (int vector : List.of(-1, vectors, Integer.MAX_VALUE)) {
            nothingIsLeft(
                    bench,
                    () -> bench.context().createCq("cq", 4, null, vector),
                    "vector " + vector);
        }
        bench.context().createCq("cq", 1, null, vectors - 1).close();
    }

    private static void pairs(Workbench bench) {
        DeviceAttributes limits = bench.limits();
        Map<String, QpCapabilities> rows =
                Map.of(
                        "too many sends",
                        new QpCapabilities(limits.maxQpWr() + 1, 1, 1, 1, 0),
                        "too many receives",
                        new QpCapabilities(1, limits.maxQpWr() + 1, 1, 1, 0),
                        "too many send segments",
                        new QpCapabilities(1, 1, limits.maxSge() + 1, 1, 0),
                        "too many receive segments",
                        new QpCapabilities(1, 1, 1, limits.maxSge() + 1, 0),
                        "sends as many as there are numbers",
                        new QpCapabilities(Integer.MAX_VALUE, 1, 1, 1, 0),
                        "receives as many as there are numbers",
                        new QpCapabilities(1, Integer.MAX_VALUE, 1, 1, 0),
                        "segments as many as there are numbers",
                        new QpCapabilities(1, 1, Integer.MAX_VALUE, Integer.MAX_VALUE, 0),
                        "inline bytes as many as there are numbers",
                        new QpCapabilities(1, 1, 1, 1, Integer.MAX_VALUE));
        CqHandle cq = bench.cq(4);
        rows.forEach(
                (what, sizes) ->
                        nothingIsLeft(
                                bench,
                                () ->
                                        bench.pd()
                                                .createQp(
                                                        "qp",
                                                        new QpInit(QpType.RC, sizes, false),
                                                        cq,
                                                        cq,
                                                        null),
                                what));
    }

    private static void none(Workbench bench) {
        CqHandle cq = bench.cq(4);
        try {
            var qp =
                    bench.pd()
                            .createQp(
                                    "qp",
                                    new QpInit(QpType.UD, QpCapabilities.NONE, false),
                                    cq,
                                    cq,
                                    null);
            qp.modify(Steps.init(QpType.UD, bench.rig().port()).build());
            qp.close();
        } catch (RdmaException e) {
            Expect.that(ANY.contains(e.errno().name()), "the refusal: " + e.getMessage());
        }
        Expect.equal(2, bench.context().handles().size(), "a queue and a protection domain");
    }

    private static void shared(Workbench bench) {
        DeviceAttributes limits = bench.limits();
        for (SrqAttributes sizes :
                List.of(
                        new SrqAttributes(limits.maxSrqWr() + 1, 1, 0),
                        new SrqAttributes(Integer.MAX_VALUE, 1, 0),
                        new SrqAttributes(4, limits.maxSrqSge() + 1, 0),
                        new SrqAttributes(4, Integer.MAX_VALUE, 0))) {
            nothingIsLeft(bench, () -> bench.pd().createSrq("srq", sizes), sizes.toString());
        }
    }

    private static void regions(Workbench bench) {
        Set<AccessFlag> access = Set.of(AccessFlag.LOCAL_WRITE);
        for (long bytes : new long[] {0, -1, Long.MIN_VALUE}) {
            Expect.mistaken(() -> bench.pd().registerMemory("mr", bytes, access), bytes + " bytes");
        }
        for (long bytes : new long[] {1L << 60, Long.MAX_VALUE}) {
            nothingIsLeft(
                    bench, () -> bench.pd().registerMemory("mr", bytes, access), bytes + " bytes");
        }
        Expect.mistaken(
                () -> bench.pd().registerMemory("mr", ByteBuffer.allocate(64), access),
                "memory of the heap");
        Expect.mistaken(
                () -> bench.pd().registerMemory("mr", ByteBuffer.allocateDirect(0), access),
                "an empty buffer");
        bench.pd().registerMemory("mr", 1, access).close();
    }

    private static void flags(Workbench bench) {
        for (AccessFlag flag : List.of(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_ATOMIC)) {
            nothingIsLeft(
                    bench,
                    () -> bench.pd().registerMemory("mr", 4096, Set.of(flag)),
                    flag + " without LOCAL_WRITE");
        }
        bench.pd().registerMemory("mr", 4096, Set.of()).close();
        bench.pd().registerMemory("mr", 4096, Set.of(AccessFlag.REMOTE_READ)).close();
    }

    private static void buffers(Workbench bench) {
        ByteBuffer whole = ByteBuffer.allocateDirect(3 * 4096);
        whole.put(4096, (byte) 77);
        ByteBuffer part = whole.duplicate().position(4096).limit(2 * 4096);
        var region = bench.pd().registerMemory("mr", part, Set.of(AccessFlag.LOCAL_WRITE));
        Expect.equal(4096L, region.length(), "length");
        Expect.equal((byte) 77, region.buffer().get(0), "first byte");
        region.buffer().put(1, (byte) 78);
        Expect.equal((byte) 78, whole.get(4097), "the same memory");
        Expect.equal(4096, part.position(), "the buffer was not moved");
    }
}

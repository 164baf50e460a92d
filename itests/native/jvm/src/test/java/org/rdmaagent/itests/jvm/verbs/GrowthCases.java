// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.rdmaagent.Lid;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.spi.verbs.SrqHandle;
import org.rdmaagent.spi.verbs.VerbsHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SrqAttributes;
import org.rdmaagent.verbs.WqInit;
import org.rdmaagent.verbs.WqType;

/** Objects made and closed again and again: nothing stays, also where making them fails. */
final class GrowthCases {
    private static final int ROUNDS = Boolean.getBoolean("rdma.long") ? 10_000 : 1_000;

    /** What the JVM itself may take meanwhile, for its compiler and its heap. */
    private static final long TOLERATED_BYTES = 24L << 20;

    private static final long PAGES = 1 << 16;

    private GrowthCases() {}

    /**
     * An object, made under a name.
     *
     * @param what its kind in words
     * @param good makes one
     * @param bad fails to make one
     */
    private record Maker(
            String what, IntFunction<VerbsHandle> good, IntFunction<VerbsHandle> bad) {}

    static List<NamedCase> all() {
        List<NamedCase> cases = new ArrayList<>();
        for (String what :
                List.of(
                        "context", "pd", "channel", "cq", "mr", "srq", "rc", "ud", "ah", "wq",
                        "table")) {
            cases.add(new NamedCase(ROUNDS + " rounds leave nothing: " + what, () -> rounds(what)));
        }
        return cases;
    }

    private static Stream<Maker> makers(Bench bench) {
        CqHandle cq = bench.cq(64);
        SrqHandle srq = bench.pd.createSrq("base", new SrqAttributes(16, 1, 0));
        Lid lid = bench.lid();
        QpCapabilities huge = new QpCapabilities(Integer.MAX_VALUE, 1, 1, 1, 0);
        return Stream.of(
                new Maker(
                        "context",
                        i -> bench.lease.open(Bench.DEVICE, "c" + i),
                        i -> bench.lease.open("nothere0", "c" + i)),
                new Maker(
                        "pd",
                        i -> bench.context.allocPd("p" + i),
                        i -> bench.context.allocPd("pd")),
                new Maker(
                        "channel",
                        i -> bench.context.createChannel("c" + i),
                        i -> taken(bench.context.createChannel("c"), bench)),
                new Maker(
                        "cq",
                        i -> withEvents(bench, i),
                        i -> bench.context.createCq("q" + i, 4, null, 99)),
                new Maker(
                        "mr",
                        i -> touched(bench, i),
                        i -> bench.pd.registerMemory("m" + i, PAGES, remoteOnly())),
                new Maker(
                        "srq",
                        i -> bench.pd.createSrq("s" + i, new SrqAttributes(64, 2, 0)),
                        i -> bench.pd.createSrq("s" + i, new SrqAttributes(1 << 30, 2, 0))),
                new Maker(
                        "rc",
                        i -> bench.pd.createQp("q" + i, init(QpType.RC, Bench.SIZES), cq, cq, srq),
                        i -> bench.pd.createQp("q" + i, init(QpType.RC, huge), cq, cq, srq)),
                new Maker(
                        "ud",
                        i -> bench.pd.createQp("q" + i, init(QpType.UD, Bench.SIZES), cq, cq, null),
                        i -> bench.pd.createQp("q" + i, init(QpType.UD, huge), cq, cq, null)),
                new Maker(
                        "ah",
                        i -> bench.pd.createAh("a" + i, AhAttributes.local(lid, Bench.PORT)),
                        i -> bench.pd.createAh("a" + i, AhAttributes.local(lid, 99))),
                new Maker(
                        "wq",
                        i -> bench.pd.createWq("w" + i, new WqInit(WqType.RQ, 16, 1), cq),
                        i -> bench.pd.createWq("w" + i, new WqInit(WqType.RQ, 1 << 30, 1), cq)),
                tables(bench, cq));
    }

    private static Maker tables(Bench bench, CqHandle cq) {
        WqHandle queue = bench.pd.createWq("table's", new WqInit(WqType.RQ, 16, 1), cq);
        return new Maker(
                "table",
                i -> bench.context.createRwqTable("t" + i, List.of(queue)),
                i -> bench.context.createRwqTable("t" + i, List.of(queue, queue, queue)));
    }

    private static QpInit init(QpType type, QpCapabilities sizes) {
        return new QpInit(type, sizes, false);
    }

    private static Set<AccessFlag> remoteOnly() {
        return Set.of(AccessFlag.REMOTE_WRITE);
    }

    /** The second of a name is refused; the first goes too. */
    private static VerbsHandle taken(ChannelHandle first, Bench bench) {
        try (first) {
            return bench.context.createChannel(first.name());
        }
    }

    private static VerbsHandle withEvents(Bench bench, int i) {
        CqHandle queue = bench.context.createCq("q" + i, 1000, null, 0);
        queue.poll(1);
        return queue;
    }

    private static VerbsHandle touched(Bench bench, int i) {
        var memory = bench.pd.registerMemory("m" + i, PAGES, Set.of(AccessFlag.LOCAL_WRITE));
        for (int at = 0; at < PAGES; at += 4096) {
            memory.buffer().put(at, (byte) 1);
        }
        return memory;
    }

    private static void rounds(String what) throws Exception {
        try (Bench bench = new Bench()) {
            Maker maker = makers(bench).filter(each -> each.what().equals(what)).findFirst().get();
            for (int i = 0; i < ROUNDS / 5; i++) {
                round(maker, i); // what is loaded, compiled and cached once
            }
            System.gc();
            Figures.now(bench); // opens what the JVM keeps open
            Figures before = Figures.now(bench);
            for (int i = 0; i < ROUNDS; i++) {
                round(maker, i);
            }
            System.gc();
            Figures after = Figures.now(bench);
            assertEquals(before.files(), after.files(), "open files");
            assertEquals(before.objects(), after.objects(), "objects");
            assertEquals(before.pinned(), after.pinned(), "pinned pages");
            assertTrue(
                    after.residentBytes() - before.residentBytes() < TOLERATED_BYTES,
                    before + " became " + after);
        }
    }

    private static void round(Maker maker, int i) {
        maker.good().apply(i).close();
        if (i % 10 == 0) {
            try {
                maker.bad().apply(i).close();
                throw new AssertionError("it should have failed");
            } catch (RdmaException | IllegalArgumentException e) {
                assertTrue(!String.valueOf(e.getMessage()).isEmpty());
            }
        }
    }

    /** What the process holds. */
    private record Figures(
            List<String> files, List<Object> objects, long pinned, long residentBytes) {
        static Figures now(Bench bench) throws IOException {
            List<Object> objects = new ArrayList<>();
            objects.add(bench.lease.contexts().size());
            for (ObjectKind kind : ObjectKind.values()) {
                objects.add(bench.context.resources().held(kind));
            }
            for (String each : List.of("contexts", "pds", "mrs", "cqs", "qps", "srqs", "wqs")) {
                objects.add(Emulator.mlx4emu_stat(each));
            }
            return new Figures(
                    openFiles(),
                    objects,
                    Emulator.mlx4emu_stat("pinned_pages"),
                    kilobytes("VmRSS:") * 1024);
        }

        /** Without those that the JVM opens now and then to look at its surroundings. */
        private static List<String> openFiles() throws IOException {
            try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
                return files.map(Figures::target)
                        .filter(file -> !file.startsWith("/proc/") && !file.startsWith("/sys/"))
                        .sorted()
                        .toList();
            }
        }

        /** Counts as one of /proc if it was closed meanwhile. */
        private static String target(Path file) {
            try {
                return Files.readSymbolicLink(file).toString();
            } catch (IOException e) {
                return "/proc/";
            }
        }

        private static long kilobytes(String key) throws IOException {
            return Files.readAllLines(Path.of("/proc/self/status"), StandardCharsets.UTF_8).stream()
                    .filter(line -> line.startsWith(key))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElseThrow();
        }
    }
}

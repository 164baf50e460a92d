// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import com.sun.jna.Pointer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.mlx4.DirectMlx4;
import org.rdmaagent.jna.mlx4.ForcedCompanion;
import org.rdmaagent.jna.mlx4.buffers.AllocatorDirectory;
import org.rdmaagent.jna.mlx4.buffers.SourceTrial;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.verbs.RdmaCoreVerbs;
import org.rdmaagent.jna.verbs.objects.ContextAccess;
import org.rdmaagent.mlx4.Mlx4Allocators;
import org.rdmaagent.spi.mlx4.AllocatorPlan;
import org.rdmaagent.spi.mlx4.ContextPlan;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.VerbsLease;

/** The attributes of mlx4 on a device of another driver, and the memory of the allocators. */
final class Mlx4Lines {
    private static final Path DEVICES = Path.of("/sys/class/infiniband");

    /** An unguarded libmlx4 writes the pair of callbacks at 8792 of a context, the range before. */
    private static final int FROM = 8776;

    private static final int BYTES = 48;
    private static final int ROUNDS = 50;
    private static final long MEBIBYTE = 1 << 20;
    private static final long FOUR_PAGES = 4 << 12;
    private static final int NO_SUCH_NODE = 900;

    private Mlx4Lines() {}

    static void write() throws IOException {
        attributes();
        memory();
    }

    private static void attributes() throws IOException {
        HostFiles os = new HostFiles();
        GuestMain.say("mlx4.verbs", RdmaCoreVerbs.library().loaded());
        GuestMain.say("mlx4.library", DirectMlx4.library().describe());
        DirectMlx4 mlx4 = new DirectMlx4(os, new AllocatorDirectory());
        mlx4.setPlans(List.of(plan()));
        try (RdmaCoreVerbs verbs = new RdmaCoreVerbs(os, mlx4);
                VerbsLease lease = verbs.lease("mlx4")) {
            GuestMain.say("mlx4.devices", mlx4.devices());
            GuestMain.say("mlx4.refusal", mlx4.refusal(RxeRig.DEVICE));
            ContextHandle context = lease.open(RxeRig.DEVICE, "context");
            GuestMain.say("mlx4.contexts", mlx4.contexts());
            forced(context);
            context.allocPd("domain").close();
        }
    }

    private static ContextPlan plan() {
        AllocatorPlan arena =
                new AllocatorPlan(
                        Mlx4Allocators.ARENA, MEBIBYTE, false, AllocatorPlan.NO_NODE, false);
        return new ContextPlan(RxeRig.DEVICE, "*", arena, 1, "guest");
    }

    /** As if the device had been taken for one of mlx4. */
    private static void forced(ContextHandle context) throws IOException {
        Mlx4Context forced = ForcedCompanion.on(context, DEVICES, plan());
        GuestMain.say("mlx4.allocator", forced.status().allocator().name());
        GuestMain.say("mlx4.note", forced.status().note());
        GuestMain.attempt("mlx4.range", () -> set(forced, 1));
        GuestMain.attempt("mlx4.query", forced::attributes);
        GuestMain.say("mlx4.untouched", untouched(context));
    }

    private static String set(Mlx4Context forced, int value) {
        forced.setLogWqsRangeSize(value);
        return "it was set";
    }

    /**
     * The memory there is the heap's, and others write to theirs. What the library would write is
     * another value in each round: so one round in which nothing changed is enough.
     */
    private static String untouched(ContextHandle context) throws IOException {
        String changes = "";
        for (int round = 1; round <= ROUNDS; round++) {
            String before = behind(context);
            Mlx4Context forced = ForcedCompanion.on(context, DEVICES, plan());
            try {
                return set(forced, round);
            } catch (RdmaException e) {
                String after = behind(context);
                if (before.equals(after)) {
                    return "yes";
                }
                changes = before + " " + after;
            }
        }
        return changes;
    }

    /** Through the kernel, which says where nothing is mapped. */
    private static String behind(ContextHandle context) throws IOException {
        byte[] bytes = new byte[BYTES];
        try (RandomAccessFile memory = new RandomAccessFile("/proc/self/mem", "r")) {
            memory.seek(Pointer.nativeValue(ContextAccess.address(context)) + FROM);
            memory.readFully(bytes);
        }
        return HexFormat.of().formatHex(bytes);
    }

    private static void memory() {
        trial("huge", Mlx4Allocators.HUGEPAGE, MEBIBYTE, false, AllocatorPlan.NO_NODE, false);
        trial("manyHuge", Mlx4Allocators.HUGEPAGE, 1L << 34, false, AllocatorPlan.NO_NODE, false);
        trial("node", Mlx4Allocators.ARENA, MEBIBYTE, false, 0, false);
        trial("noNode", Mlx4Allocators.ARENA, MEBIBYTE, false, NO_SUCH_NODE, false);
        trial("few", Mlx4Allocators.ARENA, FOUR_PAGES, true, AllocatorPlan.NO_NODE, false);
        trial("many", Mlx4Allocators.ARENA, MEBIBYTE, true, AllocatorPlan.NO_NODE, false);
        trial("manyLenient", Mlx4Allocators.ARENA, MEBIBYTE, true, AllocatorPlan.NO_NODE, true);
    }

    private static void trial(
            String key, String name, long bytes, boolean locked, int node, boolean fallback) {
        AllocatorPlan plan = new AllocatorPlan(name, bytes, locked, node, fallback);
        GuestMain.attempt("memory." + key, () -> SourceTrial.of(plan));
    }
}

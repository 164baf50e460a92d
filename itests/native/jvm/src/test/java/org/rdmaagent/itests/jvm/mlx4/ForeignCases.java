// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.mlx4;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Pointer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.rdmaagent.itests.jvm.verbs.NamedCase;
import org.rdmaagent.itests.jvm.verbs.Refusals;
import org.rdmaagent.jna.mlx4.ForcedCompanion;
import org.rdmaagent.jna.verbs.objects.ContextAccess;
import org.rdmaagent.spi.mlx4.ContextPlan;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.verbs.ContextHandle;

/** A device of another driver is refused, and nothing is written to its context. */
public final class ForeignCases {
    static final String FOREIGN = "rxe0";
    private static final String DEVICES = "/sys/class/infiniband";

    /** libmlx4 writes 24 bytes at 8792 of whatever context it is given; this is around it. */
    private static final int FROM = 8792 - 32;

    private static final int BYTES = 96;

    /** That memory is somebody's, who may write to it at any time, but not each time. */
    private static final int ATTEMPTS = 50;

    private ForeignCases() {}

    public static List<NamedCase> all() {
        return List.of(
                new NamedCase("it is refused with its driver", ForeignCases::refused),
                new NamedCase("plans for it set nothing", ForeignCases::plans),
                new NamedCase("the driver's link keeps calls away", ForeignCases::byLink),
                new NamedCase("the library's image keeps calls away", ForeignCases::byImage));
    }

    private static ContextPlan plan() {
        return new ContextPlan(FOREIGN, "*", Card.all("arena").allocator(), 5, "case");
    }

    private static void refused() {
        try (Card card = new Card()) {
            assertEquals(List.of(Card.DEVICE), card.mlx4.devices());
            assertEquals("", card.mlx4.refusal(Card.DEVICE));
            String refusal = card.mlx4.refusal(FOREIGN);
            assertTrue(refusal.contains("no PCI driver"), refusal);
            assertTrue(refusal.contains("mlx4_core"), refusal);
        }
    }

    private static void plans() {
        try (Card card = new Card(plan())) {
            ContextHandle context = card.lease.open(FOREIGN, "context");
            untouched(
                    context,
                    () -> {
                        card.mlx4.setPlans(List.of());
                        card.mlx4.setPlans(List.of(plan()));
                    });
            assertEquals(List.of(), card.mlx4.contexts());
            context.allocPd("pd").close();
        }
    }

    private static void byLink() {
        forced(Path.of(DEVICES), "no PCI driver", "librxe");
    }

    private static void byImage() throws IOException {
        Path devices = Files.createTempDirectory("devices");
        Path driver = Files.createDirectories(devices.resolve("drivers/mlx4_core"));
        Path device = Files.createDirectories(devices.resolve(FOREIGN + "/device"));
        Path link = Files.createSymbolicLink(device.resolve("driver"), driver);
        forced(devices, "librxe", "libmlx4.so.1");
        for (Path each :
                List.of(
                        link,
                        device,
                        devices.resolve(FOREIGN),
                        driver,
                        devices.resolve("drivers"))) {
            Files.delete(each);
        }
        Files.delete(devices);
    }

    private static void forced(Path devices, String... words) {
        try (Card card = new Card()) {
            ContextHandle context = card.lease.open(FOREIGN, "context");
            untouched(context, () -> refused(context, devices, words));
        }
    }

    private static void refused(ContextHandle context, Path devices, String... words) {
        Mlx4Context forced = ForcedCompanion.on(context, devices, plan());
        for (String each : words) {
            assertTrue(forced.status().note().contains(each), forced.status().note());
        }
        assertEquals("system", forced.status().allocator().name());
        Refusals.refused("EOPNOTSUPP", () -> forced.setLogWqsRangeSize(1), words);
        Refusals.refused("EOPNOTSUPP", forced::attributes, words);
    }

    private static void untouched(ContextHandle context, Runnable attempt) {
        Pointer address = ContextAccess.address(context);
        for (int i = 0; i < ATTEMPTS; i++) {
            byte[] before = behind(address);
            attempt.run();
            if (Arrays.equals(before, behind(address))) {
                return;
            }
        }
        throw new AssertionError("the memory behind the context was written to each time");
    }

    /** Read by the kernel, which says where a context lies at the end of what is mapped. */
    private static byte[] behind(Pointer context) {
        try (RandomAccessFile memory = new RandomAccessFile("/proc/self/mem", "r")) {
            byte[] bytes = new byte[BYTES];
            memory.seek(Pointer.nativeValue(context) + FROM);
            memory.readFully(bytes);
            return bytes;
        } catch (IOException e) {
            return new byte[0]; // nobody has that memory: who writes to it ends the process
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmaagent.verbs.Rate;

/** Holds docs/verbs.md, the rows of {@link KernelVerb} and those of {@link Rate} together. */
class VerbsDocumentTest {
    private static final String INTRODUCTION =
            """
            <!-- SPDX-License-Identifier: Apache-2.0 -->
            # The kernel's verbs and where they are here

            The kernel's RDMA interface (`include/rdma/ib_verbs.h`) has no door to user space but libibverbs and a few
            files. This page lists its functions, %d of them, each with what user space has for it:

            - **direct** (%d): a C function does the same;
            - **near** (%d): a C function does it among other things, or nearly;
            - **derived** (%d): there is no function, but user space sees enough to work it out;
            - **kernel only** (%d): user space has nothing of the kind.

            The Java names are those of package `org.rdmaagent.verbs`; `VerbsService.open` is where objects begin. What
            they throw, in which units they count and which byte order they mean stands in their javadoc.

            ## Offered

            | Kernel | Counterpart | By | Here | |
            |---|---|---|---|---|
            """;

    private static final String NOT_OFFERED =
            """

            ## Not offered, and why

            | Kernel | |
            |---|---|
            """;

    private static final String RATES =
            """

            ## Rates that libibverbs answers otherwise

            `Rate` gives the kernel's numbers. libibverbs (rdma-core 44) answers otherwise here; "-" stands for its -1
            and the kernel's. Backwards, what a side does not know becomes `MAX` (0).

            | Rate | Code | Multiple of 2.5 Gb/s: kernel | library | Mb/s: kernel | library |
            |---|---|---|---|---|---|
            """;

    @Test
    void theDocumentIsWhatTheRowsSay() throws IOException {
        StringBuilder text = new StringBuilder(introduction());
        Arrays.stream(KernelVerb.values())
                .filter(verb -> verb.type().isPresent())
                .forEach(verb -> text.append(offered(verb)));
        text.append(NOT_OFFERED);
        Arrays.stream(KernelVerb.values())
                .filter(verb -> verb.type().isEmpty())
                .forEach(verb -> text.append(row(code(verb.kernelName()), verb.note())));
        text.append(RATES);
        Arrays.stream(Rate.values())
                .filter(Rate::libraryDiffers)
                .forEach(rate -> text.append(differing(rate)));
        Path file = root().resolve("docs/verbs.md");
        if (Boolean.getBoolean("rdma.rewriteDocs")) {
            Files.writeString(file, text);
        }
        assertEquals(
                text.toString(),
                Files.exists(file) ? Files.readString(file) : "",
                "docs/verbs.md is not what the code says; rewrite it with"
                        + " -Drdma.rewriteDocs=true");
    }

    private static String introduction() {
        return INTRODUCTION.formatted(
                KernelVerb.values().length,
                count(Counterpart.DIRECT),
                count(Counterpart.NEAR),
                count(Counterpart.DERIVED),
                count(Counterpart.KERNEL_ONLY));
    }

    private static long count(Counterpart counterpart) {
        return Arrays.stream(KernelVerb.values())
                .filter(verb -> verb.counterpart() == counterpart)
                .count();
    }

    private static String offered(KernelVerb verb) {
        boolean function =
                verb.counterpart() == Counterpart.DIRECT || verb.counterpart() == Counterpart.NEAR;
        return row(
                code(verb.kernelName()),
                verb.counterpart().label(),
                function ? code(verb.source()) : verb.source(),
                code(verb.type().orElseThrow().getSimpleName() + "." + verb.member()),
                verb.note());
    }

    private static String differing(Rate rate) {
        return row(
                code(rate.name()),
                String.valueOf(rate.code()),
                number(rate.multiple()),
                number(rate.libraryMultiple()),
                number(rate.megabitsPerSecond()),
                number(rate.libraryMegabitsPerSecond()));
    }

    private static String number(OptionalInt value) {
        return value.isPresent() ? String.valueOf(value.getAsInt()) : "-";
    }

    private static String code(String text) {
        return "`" + text + "`";
    }

    private static String row(String... cells) {
        return ("| " + String.join(" | ", cells) + " |\n").replace("|  |", "| |");
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("build-rules/forbidden.txt"))) {
            folder = Objects.requireNonNull(folder.getParent(), "not in the project");
        }
        return folder;
    }
}

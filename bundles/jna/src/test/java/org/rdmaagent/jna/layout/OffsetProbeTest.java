// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each row of the layout against {@code offsetof} and {@code sizeof} of the C compiler. */
class OffsetProbeTest {
    private static final String PROLOGUE =
            """
            #include <poll.h>
            #include <stddef.h>
            #include <stdio.h>
            #include <infiniband/umad.h>
            #include <infiniband/verbs.h>
            int main(void) {
            """;

    @Test
    void offsetsAndSizesAreTheCompilers(@TempDir Path folder) throws Exception {
        assertEquals(rows(), compiled(folder, rowStatements()));
    }

    @Test
    void wholeStructsHaveTheCompilersSize(@TempDir Path folder) throws Exception {
        List<String> expected =
                List.of(
                        IbvDeviceAttr.FW_VER.struct() + " " + IbvDeviceAttr.SIZE,
                        IbvPortAttr.STATE.struct() + " " + IbvPortAttr.SIZE,
                        UmadCa.CA_NAME.struct() + " " + UmadCa.SIZE,
                        UmadPort.CA_NAME.struct() + " " + UmadPort.SIZE,
                        UserMad.STATUS.struct() + " " + UserMad.SIZE,
                        PollFd.FD.struct() + " " + PollFd.SIZE,
                        "struct ibv_context " + VerbsContext.IBV_CONTEXT_SIZE);
        List<String> statements =
                expected.stream()
                        .map(row -> row.substring(0, row.lastIndexOf(' ')))
                        .map(
                                type ->
                                        "printf(\"%s %zu\\n\", \""
                                                + type
                                                + "\", sizeof("
                                                + type
                                                + "));")
                        .toList();
        assertEquals(expected, compiled(folder, statements));
    }

    private static List<CField> fields() {
        return Stream.<CField[]>of(
                        IbvDeviceAttr.values(),
                        IbvPortAttr.values(),
                        IbvContext.values(),
                        VerbsContext.values(),
                        UmadCa.values(),
                        UmadPort.values(),
                        UserMad.values(),
                        PollFd.values())
                .flatMap(Arrays::stream)
                .toList();
    }

    private static List<String> rows() {
        return fields().stream()
                .map(f -> f.struct() + "." + f.member() + " " + f.offset() + " " + f.size())
                .toList();
    }

    private static List<String> rowStatements() {
        List<String> statements = new ArrayList<>();
        for (CField field : fields()) {
            String type = field.struct();
            String offset = "(long) offsetof(" + type + ", " + field.member() + ")";
            if (field instanceof VerbsContext) {
                offset += " - (long) offsetof(" + type + ", context)";
            }
            String size = "sizeof(((" + type + " *) 0)->" + field.member() + ")";
            statements.add(
                    "printf(\"%s.%s %ld %zu\\n\", \""
                            + type
                            + "\", \""
                            + field.member()
                            + "\", "
                            + offset
                            + ", "
                            + size
                            + ");");
        }
        return statements;
    }

    private static List<String> compiled(Path folder, List<String> statements) throws Exception {
        assumeTrue(
                Files.exists(Path.of("/usr/include/infiniband/verbs.h"))
                        && Files.exists(Path.of("/usr/include/infiniband/umad.h")),
                "the headers are missing: apt-get install libibverbs-dev libibumad-dev");
        Path source = folder.resolve("offsets.c");
        Files.writeString(source, PROLOGUE + String.join("\n", statements) + "\nreturn 0;\n}\n");
        Path program = folder.resolve("offsets");
        try {
            run(folder, "gcc", "-o", program.toString(), source.toString());
        } catch (IOException e) {
            assumeTrue(false, "there is no C compiler: apt-get install gcc (" + e + ")");
        }
        return run(folder, program.toString());
    }

    private static List<String> run(Path folder, String... command) throws Exception {
        Path out = Files.createTempFile(folder, "out", ".txt");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        assertTrue(process.waitFor(1, TimeUnit.MINUTES), "it does not end");
        List<String> lines = Files.readAllLines(out, StandardCharsets.UTF_8);
        assertEquals(0, process.exitValue(), () -> String.join("\n", lines));
        return lines;
    }
}

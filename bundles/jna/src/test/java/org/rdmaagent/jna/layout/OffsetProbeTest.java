// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row of the layout against {@code offsetof} and {@code sizeof} of the C compiler. */
class OffsetProbeTest {
    /**
     * Headers that come together, and what of them is used.
     *
     * @param headers below {@code /usr/include}
     * @param packages Debian's, that bring them
     * @param fields the rows
     * @param sizes of whole structs: the type and the bytes
     */
    record Headers(
            List<String> headers, String packages, List<CField> fields, List<String> sizes) {}

    private static final Headers VERBS =
            new Headers(
                    List.of("poll.h", "infiniband/umad.h", "infiniband/verbs.h"),
                    "libibverbs-dev libibumad-dev",
                    all(
                            IbvDeviceAttr.values(),
                            IbvDeviceAttrEx.values(),
                            IbvDevice.values(),
                            IbvPortAttr.values(),
                            IbvContext.values(),
                            VerbsContext.values(),
                            IbvAhAttr.values(),
                            IbvAsyncEvent.values(),
                            IbvCompChannel.values(),
                            IbvCq.values(),
                            IbvModifyCqAttr.values(),
                            IbvMr.values(),
                            IbvQp.values(),
                            IbvQpAttr.values(),
                            IbvQpCap.values(),
                            IbvQpInitAttr.values(),
                            IbvQpInitAttrEx.values(),
                            IbvQpOpenAttr.values(),
                            IbvRecvWr.values(),
                            IbvRwqIndTable.values(),
                            IbvRwqIndTableInitAttr.values(),
                            IbvSendWr.values(),
                            IbvSge.values(),
                            IbvSrqAttr.values(),
                            IbvSrqInitAttr.values(),
                            IbvWc.values(),
                            IbvWq.values(),
                            IbvWqAttr.values(),
                            IbvWqInitAttr.values(),
                            IbvXrcdInitAttr.values(),
                            UmadCa.values(),
                            UmadPort.values(),
                            UserMad.values(),
                            PollFd.values()),
                    List.of(
                            IbvDeviceAttr.FW_VER.struct() + " " + IbvDeviceAttr.SIZE,
                            IbvDeviceAttrEx.COMP_MASK.struct() + " " + IbvDeviceAttrEx.SIZE,
                            IbvPortAttr.STATE.struct() + " " + IbvPortAttr.SIZE,
                            UmadCa.CA_NAME.struct() + " " + UmadCa.SIZE,
                            UmadPort.CA_NAME.struct() + " " + UmadPort.SIZE,
                            UserMad.STATUS.struct() + " " + UserMad.SIZE,
                            PollFd.FD.struct() + " " + PollFd.SIZE,
                            IbvAhAttr.GRH_DGID.struct() + " " + IbvAhAttr.SIZE,
                            IbvAsyncEvent.CQ.struct() + " " + IbvAsyncEvent.SIZE,
                            IbvModifyCqAttr.ATTR_MASK.struct() + " " + IbvModifyCqAttr.SIZE,
                            IbvQpAttr.QP_STATE.struct() + " " + IbvQpAttr.SIZE,
                            IbvQpCap.MAX_SEND_WR.struct() + " " + IbvQpCap.SIZE,
                            IbvQpInitAttr.SEND_CQ.struct() + " " + IbvQpInitAttr.SIZE,
                            IbvQpInitAttrEx.SEND_CQ.struct() + " " + IbvQpInitAttrEx.SIZE,
                            IbvQpOpenAttr.COMP_MASK.struct() + " " + IbvQpOpenAttr.SIZE,
                            IbvRecvWr.WR_ID.struct() + " " + IbvRecvWr.SIZE,
                            IbvRwqIndTableInitAttr.LOG_IND_TBL_SIZE.struct()
                                    + " "
                                    + IbvRwqIndTableInitAttr.SIZE,
                            IbvSendWr.WR_ID.struct() + " " + IbvSendWr.SIZE,
                            IbvSge.ADDR.struct() + " " + IbvSge.SIZE,
                            IbvSrqAttr.MAX_WR.struct() + " " + IbvSrqAttr.SIZE,
                            IbvSrqInitAttr.ATTR.struct() + " " + IbvSrqInitAttr.SIZE,
                            IbvWc.WR_ID.struct() + " " + IbvWc.SIZE,
                            IbvWqAttr.ATTR_MASK.struct() + " " + IbvWqAttr.SIZE,
                            IbvWqInitAttr.WQ_TYPE.struct() + " " + IbvWqInitAttr.SIZE,
                            IbvXrcdInitAttr.COMP_MASK.struct() + " " + IbvXrcdInitAttr.SIZE,
                            "struct ibv_context " + VerbsContext.IBV_CONTEXT_SIZE,
                            "pthread_mutex_t " + PthreadMutex.BYTES));

    private static final Headers NETDISC =
            new Headers(
                    List.of("infiniband/mad.h", "infiniband/ibnetdisc.h"),
                    "libibmad-dev libibnetdisc-dev",
                    all(
                            IbPortid.values(),
                            IbndConfig.values(),
                            IbndFabric.values(),
                            IbndNode.values(),
                            IbndPort.values()),
                    List.of(
                            IbPortid.LID.struct() + " " + IbPortid.SIZE,
                            IbndConfig.MKEY.struct() + " " + IbndConfig.SIZE,
                            IbndFabric.NODES.struct() + " " + IbndFabric.SIZE,
                            IbndNode.NEXT.struct() + " " + IbndNode.SIZE,
                            IbndPort.GUID.struct() + " " + IbndPort.SIZE));

    private static final Headers CM =
            new Headers(
                    List.of("netinet/in.h", "infiniband/ib.h", "rdma/rdma_cma.h"),
                    "librdmacm-dev libibverbs-dev",
                    all(
                            RdmaCmEvent.values(),
                            RdmaCmId.values(),
                            RdmaCmJoinMcAttrEx.values(),
                            RdmaEventChannel.values(),
                            RdmaUdParam.values(),
                            SockaddrIb.values(),
                            SockaddrIn.values(),
                            SockaddrIn6.values()),
                    List.of(
                            RdmaCmEvent.ID.struct() + " " + RdmaCmEvent.SIZE,
                            RdmaCmId.VERBS.struct() + " " + RdmaCmId.SIZE,
                            RdmaCmJoinMcAttrEx.ADDR.struct() + " " + RdmaCmJoinMcAttrEx.SIZE,
                            RdmaEventChannel.FD.struct() + " " + RdmaEventChannel.SIZE,
                            RdmaUdParam.QKEY.struct() + " " + RdmaUdParam.SIZE,
                            SockaddrIb.FAMILY.struct() + " " + SockaddrIb.SIZE,
                            SockaddrIn.FAMILY.struct() + " " + SockaddrIn.SIZE,
                            SockaddrIn6.FAMILY.struct() + " " + SockaddrIn6.SIZE));

    private static final Headers MLX4 =
            new Headers(
                    List.of("dlfcn.h", "infiniband/mlx4dv.h"),
                    "libibverbs-dev",
                    all(
                            DlInfo.values(),
                            Mlx4dvContext.values(),
                            Mlx4dvCq.values(),
                            Mlx4dvCtxAllocators.values(),
                            Mlx4dvObj.values(),
                            Mlx4dvQp.values()),
                    List.of(
                            DlInfo.BASE.struct() + " " + DlInfo.SIZE,
                            Mlx4dvContext.VERSION.struct() + " " + Mlx4dvContext.SIZE,
                            Mlx4dvCq.BUF.struct() + " " + Mlx4dvCq.SIZE,
                            Mlx4dvCtxAllocators.DATA.struct() + " " + Mlx4dvCtxAllocators.SIZE,
                            Mlx4dvObj.CQ_IN.struct() + " " + Mlx4dvObj.SIZE,
                            Mlx4dvQp.RDB.struct() + " " + Mlx4dvQp.SIZE));

    static Stream<Headers> headers() {
        return Stream.of(VERBS, NETDISC, CM, MLX4);
    }

    private static List<CField> all(CField[]... enums) {
        return Stream.of(enums).flatMap(Arrays::stream).toList();
    }

    @ParameterizedTest
    @MethodSource("headers")
    void offsetsAndSizesAreTheCompilers(Headers headers, @TempDir Path folder) throws Exception {
        assertEquals(
                rows(headers.fields()), compiled(folder, headers, rowStatements(headers.fields())));
    }

    @ParameterizedTest
    @MethodSource("headers")
    void wholeStructsHaveTheCompilersSize(Headers headers, @TempDir Path folder) throws Exception {
        List<String> statements =
                headers.sizes().stream()
                        .map(row -> row.substring(0, row.lastIndexOf(' ')))
                        .map(
                                type ->
                                        "printf(\"%s %zu\\n\", \""
                                                + type
                                                + "\", sizeof("
                                                + type
                                                + "));")
                        .toList();
        assertEquals(headers.sizes(), compiled(folder, headers, statements));
    }

    @Test
    void everyLayoutOfThePackageIsHeldAgainstTheCompiler() throws Exception {
        Set<String> probed =
                headers()
                        .flatMap(headers -> headers.fields().stream())
                        .map(field -> field.getClass().getSimpleName())
                        .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(enumsOfThePackage(), probed);
    }

    private static Set<String> enumsOfThePackage() throws Exception {
        Set<String> names = new TreeSet<>();
        URL own = Objects.requireNonNull(CField.class.getResource("CField.class"));
        Path folder = Objects.requireNonNull(Path.of(own.toURI()).getParent());
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString().replace(".class", "");
                Class<?> type = Class.forName(CField.class.getPackageName() + "." + name);
                if (type.isEnum() && CField.class.isAssignableFrom(type)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    private static List<String> rows(List<CField> fields) {
        return fields.stream()
                .map(f -> f.struct() + "." + f.member() + " " + f.offset() + " " + f.size())
                .toList();
    }

    private static List<String> rowStatements(List<CField> fields) {
        List<String> statements = new ArrayList<>();
        for (CField field : fields) {
            statements.add(
                    "printf(\"%s.%s %ld %zu\\n\", \""
                            + field.struct()
                            + "\", \""
                            + field.member()
                            + "\", "
                            + offset(field)
                            + ", "
                            + size(field)
                            + ");");
        }
        return statements;
    }

    /** As C computes it, a long. */
    static String offset(CField field) {
        String type = field.struct();
        String offset = "(long) offsetof(" + type + ", " + field.member() + ")";
        return field instanceof VerbsContext
                ? offset + " - (long) offsetof(" + type + ", context)"
                : offset;
    }

    /** As C computes it, a size_t. */
    static String size(CField field) {
        return "sizeof(((" + field.struct() + " *) 0)->" + field.member() + ")";
    }

    static void assumeThere(Headers headers) {
        assumeTrue(
                headers.headers().stream()
                        .allMatch(header -> Files.exists(Path.of("/usr/include", header))),
                "the headers are missing: apt-get install " + headers.packages());
    }

    private static List<String> compiled(Path folder, Headers headers, List<String> statements)
            throws Exception {
        assumeThere(headers);
        List<String> lines =
                new ArrayList<>(
                        List.of(
                                "#define _GNU_SOURCE", // Dl_info of dlfcn.h
                                "#include <stddef.h>",
                                "#include <stdio.h>"));
        headers.headers().forEach(header -> lines.add("#include <" + header + ">"));
        lines.add("int main(void) {");
        lines.addAll(statements);
        lines.add("return 0;\n}");
        Path source = Files.write(folder.resolve("offsets.c"), lines);
        Path program = folder.resolve("offsets");
        try {
            run(folder, "gcc", "-o", program.toString(), source.toString());
        } catch (IOException e) {
            assumeTrue(false, "there is no C compiler: apt-get install gcc (" + e + ")");
        }
        return run(folder, program.toString());
    }

    static List<String> run(Path folder, String... command) throws Exception {
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

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.NodeAddress;

class WireSafeTest {
    private static final String FABRIC = "rdma:type=Fabric,device=mlx4_0,port=1";

    private final AgentInMemory world = AgentInMemory.running();

    static Stream<Arguments> exceptions() {
        RdmaException missing =
                new RdmaException("umad_open_port", Errno.of(19), "mlx4_0/1", "see ibstat");
        RdmaException invalid =
                new RdmaException("ibv_query_port", Errno.of(22), "mlx4_0/9", "see ibv_devinfo");
        return Stream.of(
                Arguments.of(
                        missing,
                        IllegalStateException.class,
                        "umad_open_port on mlx4_0/1 failed: ENODEV (19); see ibstat"),
                Arguments.of(
                        invalid,
                        IllegalArgumentException.class,
                        "ibv_query_port on mlx4_0/9 failed: EINVAL (22); see ibv_devinfo"),
                Arguments.of(
                        new CompletionException(missing),
                        IllegalStateException.class,
                        "umad_open_port on mlx4_0/1 failed: ENODEV (19); see ibstat"),
                Arguments.of(
                        new IllegalArgumentException("1 to 1024", missing),
                        IllegalArgumentException.class,
                        "1 to 1024"),
                Arguments.of(
                        new IllegalStateException("no result"),
                        IllegalStateException.class,
                        "no result"),
                Arguments.of(
                        new NullPointerException("x"),
                        IllegalStateException.class,
                        "internal error: java.lang.NullPointerException: x; the agent's log has the"
                                + " details"),
                Arguments.of(
                        new NoClassDefFoundError("a/B"),
                        IllegalStateException.class,
                        "internal error: java.lang.NoClassDefFoundError: a/B; the agent's log has"
                                + " the details"));
    }

    @ParameterizedTest
    @MethodSource("exceptions")
    void everyExceptionLeavesAsOneOfTheJdkWithItsMessageAndWithoutACause(
            Throwable thrown, Class<?> type, String message) throws Exception {
        RuntimeException told = WireSafe.translate(thrown);
        assertEquals(type, told.getClass());
        assertEquals(message, told.getMessage());
        assertNull(told.getCause());
        ForeignClient.receive(told);
    }

    @Test
    void aSweepThatFailsIsReadableByAClientWithoutOurClasses() throws Exception {
        world.fabric.nextSweep =
                CompletableFuture.failedFuture(
                        new RdmaException(
                                "umad_send", Errno.of(13), "mlx4_0/1", "run as root or set udev"));
        assertEquals(
                "umad_send on mlx4_0/1 failed: EACCES (13); run as root or set udev",
                fails("discover"));
    }

    @Test
    void aPortThatIsGoneABadFormatAndABadNumberAreReadableToo() throws Exception {
        assertEquals("no format 'dot'; there are [ibnetdiscover, json]", fails("export", "dot"));
        assertEquals("maxSmpsOnWire lies in 1..1024, not 0", fails("setMaxSmpsOnWire", 0));
        world.fabric.ports.remove(new PortId("mlx4_0", 1));
        assertTrue(fails("discover").contains("ENODEV"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0,1,x | 2  | java  | not a node of the subnet: '0,1,x'",
                "0,999 | 2  | java  | a port number lies in 0..255, not 999",
                "70000 | 2  | java  | a unicast LID lies in 1..49151, not 70000",
                "0x0:0 | 2  | java  | no node has the GUID 0",
                "0,1   | -1 | java  | hops lies in 0..63, not -1",
                "0,1   | 64 | java  | hops lies in 0..63, not 64",
                "0,1   | 2  | swift | there is no engine 'swift'"
            })
    void whatCannotBeDiscoveredIsRefusedInWords(String from, int hops, String engine, String text)
            throws Exception {
        assertTrue(
                fails("discover", from, hops, engine).contains(text),
                fails("discover", from, hops, engine));
        assertEquals(0, world.fabric.requests.size());
    }

    @Test
    void aNullFromAClientIsTheAgentsOwnNodeAndTheConfiguredEngine() throws Exception {
        world.server.invoke(
                new ObjectName(FABRIC),
                "discover",
                new Object[] {null, 1, null},
                new String[] {"java.lang.String", "int", "java.lang.String"});
        assertEquals(List.of(DiscoveryRequest.part(NodeAddress.HERE, 1)), world.fabric.requests);
    }

    @Test
    void aNullForANumberIsRefusedInWords() throws Exception {
        String[] signature = {"java.lang.String", "int", "java.lang.String"};
        RuntimeMBeanException error =
                assertThrows(
                        RuntimeMBeanException.class,
                        () ->
                                world.server.invoke(
                                        new ObjectName(FABRIC),
                                        "discover",
                                        new Object[] {"0,1", null, ""},
                                        signature));
        assertEquals(
                "discover needs a value for hops (int), not null",
                error.getTargetException().getMessage());
        ForeignClient.receive(error);
        assertEquals(0, world.fabric.requests.size());
    }

    @Test
    void aSweepThatDoesNotEndIsNotWaitedForForEver() throws Exception {
        world.fabric.nextSweep = new CompletableFuture<>();
        assertTrue(fails("discover").contains("still runs after 1 s"));
    }

    private String fails(String operation, Object... arguments) throws Exception {
        RuntimeMBeanException error =
                assertThrows(
                        RuntimeMBeanException.class,
                        () -> world.invoke(FABRIC, operation, arguments));
        assertTrue(error.getTargetException().getClass().getName().startsWith("java.lang."));
        ForeignClient.receive(error);
        return String.valueOf(error.getTargetException().getMessage());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.JoinRequestBuilder;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.verbs.MulticastAttachment;

/** Requests as keys, and as text on an id. */
class RequestKeysTest {
    private static final JoinRequest RICH =
            new JoinRequestBuilder(GroupAddress.parse("mgid:ff12:401b::1"))
                    .name("feed")
                    .port(new PortId("mlx4_0", 2))
                    .portSpace(PortSpace.IPOIB)
                    .memberKind(MemberKind.SEND_ONLY)
                    .loopback(false)
                    .queuePair("mine")
                    .receiveBuffers(7)
                    .receiveBytes(99)
                    .counted(false)
                    .build();

    private static Map<String, String> keys(String key, String value) {
        Map<String, String> keys = new HashMap<>(Map.of("device", "mlx4_0", "group", "239.1.2.3"));
        keys.put(key, value);
        return keys;
    }

    @Test
    void aFileNeedsDeviceAndGroupOnly() {
        JoinRequest request = RequestKeys.read("feed", keys("port", ""));
        assertEquals(
                new JoinRequestBuilder(GroupAddress.parse("239.1.2.3"))
                        .name("feed")
                        .port(new PortId("mlx4_0", 1))
                        .build(),
                request);
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        assertEquals(RICH, RequestKeys.read("feed", RequestKeys.write(RICH)));
        JoinRequest byAddress =
                JoinRequest.by("192.0.2.1", GroupAddress.SA_ASSIGNED).change().name("x").build();
        assertEquals(byAddress, RequestKeys.read("x", RequestKeys.write(byAddress)));
        assertEquals(Set.of(), RequestKeys.unknown(RequestKeys.write(RICH).keySet()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "group | | group is missing",
                "group | 10.0.0.1 | group = 10.0.0.1: it is no address of a group",
                "group | what | group = what: a group is an IPv4 or IPv6 address",
                "port | 0 | port lies in 1..255, not 0",
                "port | one | port lies in 1..255, not one",
                "portSpace | tcp | portSpace is udp or ipoib, not tcp",
                "memberKind | half | memberKind is full or send-only, not half",
                "loopback | yes | loopback is true or false, not yes",
                "counted | 1 | counted is true or false, not 1",
                "receiveBuffers | 16385 | receiveBuffers lies in 1..16384, not 16385",
                "receiveBytes | 4097 | receiveBytes lies in 1..4096, not 4097",
                "localAddress | host.example | localAddress is an IPv4 or IPv6 address",
                "localAddress | 192.0.2.1 | give either a device and port or a local address",
                "device | | give either a device and port or a local address",
            })
    void whatIsWrongIsNamedWithItsKey(String key, String value, String message) {
        IllegalArgumentException e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> RequestKeys.read("feed", keys(key, value == null ? "" : value)));
        assertTrue(
                String.valueOf(e.getMessage()).startsWith(message),
                () -> message + ": " + e.getMessage());
    }

    @Test
    void unknownKeysAreToldInOrder() {
        assertEquals(
                new TreeSet<>(Set.of("a", "grup")),
                RequestKeys.unknown(
                        Set.of("grup", "group", "a", "service.pid", "felix.fileinstall.filename")));
    }

    @ParameterizedTest
    @CsvSource({
        "'', file:/etc/org.rdmaagent.multicast-feed.cfg, x, feed",
        "own, file:/etc/org.rdmaagent.multicast-feed.cfg, x, own",
        "'', '', org.rdmaagent.multicast~feed, feed",
        "'', '', org.rdmaagent.multicast.1234, org.rdmaagent.multicast.1234",
    })
    void theNameIsThatOfTheFileUnlessAKeySaysOtherwise(
            String own, String file, String pid, String name) {
        assertEquals(
                name,
                RequestFile.nameOf(
                        Map.of(
                                "name", own,
                                "felix.fileinstall.filename", file,
                                "service.pid", pid)));
    }

    @Test
    void whatHasBecomeOfItIsReadAgain() {
        RequestText text =
                new RequestText(
                        RICH,
                        new RequestText.Past(
                                true,
                                false,
                                true,
                                5,
                                4,
                                123,
                                456_789,
                                "mlx4_0",
                                Optional.of(
                                        new MulticastAttachment(
                                                new Gid(0xff12L << 48, 7), new Lid(0xc001))),
                                0xffff_ffffL));
        assertEquals(text, RequestText.read("feed", text.write()));
    }

    @Test
    void aTextThatSaysNothingIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> RequestText.read("feed", ""));
        assertThrows(
                IllegalArgumentException.class,
                () -> RequestText.read("feed", "group=239.1.2.3\nport=x\ndevice=mlx4_0"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"group", "port", "portSpace", "memberKind", "loopback", "localAddress"})
    void whatIsLongIsRepeatedInPartOnly(String key) {
        String input = "x".repeat(10_000);
        IllegalArgumentException e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> RequestKeys.read("feed", keys(key, input)));
        String message = String.valueOf(e.getMessage());
        assertTrue(message.contains("x".repeat(80) + "..."), message);
        assertTrue(message.length() < 500, message);
    }
}

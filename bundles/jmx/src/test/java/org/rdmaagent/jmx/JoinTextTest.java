// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.PortId;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.JoinRequestBuilder;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.PortSpace;

class JoinTextTest {
    private static final GroupAddress GROUP = GroupAddress.parse("239.1.2.3");
    private static final PortId PORT = new PortId("mlx4_0", 1);

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ",", " , ,"})
    void withoutOptionsItIsAsItMostlyIs(String options) {
        assertEquals(
                JoinRequest.by(PORT, GROUP), JoinText.request("mlx4_0/1", "239.1.2.3", options));
        assertEquals(
                JoinRequest.by("fd00::7", GROUP),
                JoinText.request("fd00::7", "239.1.2.3", options));
    }

    @Test
    void everyOptionIsSet() {
        JoinRequest all =
                new JoinRequestBuilder(GROUP)
                        .port(PORT)
                        .name("news")
                        .portSpace(PortSpace.IPOIB)
                        .memberKind(MemberKind.SEND_ONLY)
                        .loopback(false)
                        .receiveBuffers(16)
                        .receiveBytes(64)
                        .counted(false)
                        .build();
        assertEquals(
                all,
                JoinText.request(
                        "mlx4_0/1",
                        "239.1.2.3",
                        "name=news, portSpace = IPoIB ,memberKind=send-only,loopback=false,"
                                + "receiveBuffers=16,receiveBytes=64,counted=False"));
        assertEquals(
                JoinRequest.by(PORT, GROUP),
                JoinText.request(
                        "mlx4_0/1",
                        "239.1.2.3",
                        "portSpace=udp,memberKind=full,loopback=true,counted=true"));
        assertEquals(
                new JoinRequestBuilder(GROUP).port(PORT).queuePair("feed").build(),
                JoinText.request("mlx4_0/1", "239.1.2.3", "queuePair=feed"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mlx4_0/x        | not a port: 'mlx4_0/x'; write it as DEVICE/PORT",
                "/1              | not a port: '/1'",
                "mlx4_0/1/2      | not a port: 'mlx4_0/1/2'",
                "mlx4_0/0        | a port number lies in 1..255, not 0",
                "mlx4_0/256      | a port number lies in 1..255, not 256",
                "''              | portOrAddress is empty",
                "mlx4_0          | give DEVICE/PORT such as mlx4_0/1, or a local IP address, not"
                        + " mlx4_0",
                "192.0.2.999     | or a local IP address, not 192.0.2.999",
                "abcd            | or a local IP address, not abcd",
            })
    void whatIsNoPlaceIsRefused(String place, String text) {
        assertRefused(text, place, "239.1.2.3", "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name             | options are key=value,key=value; 'name' has no value",
                "name=            | 'name=' has no value",
                "=news            | there is no option ''; there are name, portSpace, memberKind",
                "Name=news        | there is no option 'Name'",
                "mtu=1            | there is no option 'mtu'",
                "name=a,name=b    | option name is there twice",
                "name=a b         | the name of a membership has letters",
                "portSpace=tcp    | portSpace is udp or ipoib, not tcp",
                "memberKind=none  | memberKind is full or send-only, not none",
                "loopback=yes     | loopback is true or false, not yes",
                "counted=1        | counted is true or false, not 1",
                "receiveBuffers=x | receiveBuffers is a whole number, not x",
                "receiveBuffers=0 | receiveBuffers lies in 1..16384, not 0",
                "receiveBytes=8192| receiveBytes lies in 1..4096, not 8192",
            })
    void anOptionThatCannotBeIsRefusedByItsKey(String options, String text) {
        assertRefused(text, "mlx4_0/1", "239.1.2.3", options);
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.7", "::1", "fe80::1%ib0", "::ffff:192.0.2.7"})
    void anAddressIsTakenAsItIs(String place) {
        assertEquals(JoinRequest.by(place, GROUP), JoinText.request(place, "239.1.2.3", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"receiveBuffers=16", "receiveBytes=64", "counted=true"})
    void whatIsForAPairThatIsMadeDoesNotGoWithAnother(String option) {
        String key = option.substring(0, option.indexOf('='));
        String text = "option " + key + " is for a queue pair that is made for the membership";
        assertRefused(text, "mlx4_0/1", "239.1.2.3", "queuePair=feed," + option);
        assertRefused(text, "mlx4_0/1", "239.1.2.3", option + ",queuePair=feed");
    }

    @Test
    void whatIsLongIsRepeatedShortened() {
        String tail = "x".repeat(70_000);
        String cut = "x".repeat(Echo.MOST - 3) + "...";
        assertShortened(cut, tail, "239.1.2.3", "");
        assertShortened(cut, tail + "/1", "239.1.2.3", "");
        assertShortened(cut, "mlx4_0/1", tail, "");
        assertShortened(cut, "mlx4_0/1", "239.1.2.3", tail);
        assertShortened(cut, "mlx4_0/1", "239.1.2.3", tail + "=1");
        assertShortened(cut, "mlx4_0/1", "239.1.2.3", "name=" + tail);
        assertShortened(cut, "mlx4_0/1", "239.1.2.3", "portSpace=" + tail);
        assertShortened(cut, "mlx4_0/1", "239.1.2.3", "receiveBytes=" + tail);
        assertShortened("1".repeat(Echo.MOST - 3) + "...", "1".repeat(300) + "::", "ff0e::1", "");
    }

    @Test
    void whatIsNotLongIsRepeatedWhole() {
        String most = "x".repeat(Echo.MOST);
        assertEquals(most, Echo.of(most));
        assertEquals(Echo.MOST, Echo.of(most + "x").length());
    }

    private static void assertShortened(String cut, String place, String group, String options) {
        IllegalArgumentException error =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> JoinText.request(place, group, options));
        String text = String.valueOf(error.getMessage());
        assertTrue(text.contains(cut), text);
        assertTrue(text.length() < 300, text);
    }

    private static void assertRefused(String text, String place, String group, String options) {
        IllegalArgumentException error =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> JoinText.request(place, group, options));
        assertTrue(String.valueOf(error.getMessage()).contains(text), error.getMessage());
    }
}

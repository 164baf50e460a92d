// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.RdmaCmId;
import org.rdmaagent.multicast.GroupAddress;

/** The bytes as C lays them out; the family is in the host's order. */
class SockaddrTest {
    private static String family(int number) {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                ? "%02x00".formatted(number)
                : "00%02x".formatted(number);
    }

    private static String group(String text, boolean infiniBand) {
        return Sockaddr.ofGroup(GroupAddress.parse(text), infiniBand).toString();
    }

    private static String inet(String address) {
        return family(2) + "0000" + address + "00".repeat(8);
    }

    private static String inet6(String address, String scope) {
        return family(10) + "0000" + "00".repeat(4) + address + scope;
    }

    private static String ib(String address) {
        return family(27) + "0000" + "00".repeat(4) + address + "00".repeat(24);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void groupsOfIpAreTheSameOnEveryPort(boolean infiniBand) {
        assertEquals(inet("ef010203"), group("239.1.2.3", infiniBand));
        assertEquals(
                inet6("ff0e" + "00".repeat(12) + "0102", "00000000"),
                group("ff0e::102", infiniBand));
        assertEquals(inet("00000000"), group("sa-assigned", infiniBand));
    }

    @Test
    void anMgidGoesAsItIsToInfiniBandAndAsAnIpAddressToEthernet() {
        String bits = "ff12401bffff000000000000ffffffff";
        String text = "mgid:ff12:401b:ffff::ffff:ffff";
        assertEquals(ib(bits), group(text, true));
        assertEquals(inet6(bits, "00000000"), group(text, false));
        assertEquals(inet("ef010203"), group("mgid:::ffff:239.1.2.3", false));
        assertEquals(ib("00".repeat(10) + "ffffef010203"), group("mgid:::ffff:239.1.2.3", true));
    }

    @Test
    void groupsThatAreTheSameToTheLibraryAreEqual() {
        GroupAddress four = GroupAddress.parse("239.1.2.3");
        GroupAddress raw = GroupAddress.parse("mgid:::ffff:239.1.2.3");
        assertEquals(Sockaddr.ofGroup(four, false), Sockaddr.ofGroup(raw, false));
        assertNotEquals(Sockaddr.ofGroup(four, true), Sockaddr.ofGroup(raw, true));
    }

    @Test
    void aLinkLocalAddressHasItsScope() throws UnknownHostException {
        byte[] bits = InetAddress.getByName("fe80::1").getAddress();
        Sockaddr scoped = Sockaddr.of(Inet6Address.getByAddress(null, bits, 3));
        String three = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? "03000000" : "00000003";
        assertEquals(inet6("fe80" + "00".repeat(13) + "01", three), scoped.toString());
    }

    @ParameterizedTest
    @CsvSource({"192.0.2.7", "2001:db8::7", "fe80::7%3"})
    void aHostsAddressComesBack(String text) throws UnknownHostException {
        String[] parts = text.split("%");
        InetAddress plain = InetAddress.getByName(parts[0]);
        InetAddress address =
                parts.length == 1
                        ? plain
                        : Inet6Address.getByAddress(
                                null, plain.getAddress(), Integer.parseInt(parts[1]));
        try (CStruct memory = Sockaddr.of(address).memory();
                CStruct room = CStruct.allocate(RdmaCmId.SOURCE.size())) {
            byte[] bytes = memory.pointer().getByteArray(0, parts[0].contains(":") ? 28 : 16);
            room.pointer().write(0, bytes, 0, bytes.length);
            InetAddress read = Sockaddr.read(room).orElseThrow();
            assertEquals(address, read);
            assertEquals(address.getHostAddress(), read.getHostAddress());
        }
    }

    @Test
    void noAddressIsNone() {
        try (CStruct room = CStruct.allocate(RdmaCmId.SOURCE.size())) {
            assertEquals(Optional.empty(), Sockaddr.read(room));
        }
    }
}

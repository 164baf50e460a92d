// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.Gid;

class GroupAddressTest {
    @ParameterizedTest
    @CsvSource({
        "239.77.0.1, IPV4, 239.77.0.1, true",
        "10.1.2.255, IPV4, 10.1.2.255, false",
        "ff0e::77:1, IPV6, ff0e:0000:0000:0000:0000:0000:0077:0001, true",
        "FE80::1, IPV6, fe80:0000:0000:0000:0000:0000:0000:0001, false",
        "mgid:ff12:401b::1, MGID, mgid:ff12:401b:0000:0000:0000:0000:0000:0001, true",
        "mgid:::ffff:239.77.0.1, MGID, mgid:0000:0000:0000:0000:0000:ffff:ef4d:0001, true",
        "mgid:::ffff:10.0.0.1, MGID, mgid:0000:0000:0000:0000:0000:ffff:0a00:0001, false",
        "' SA-assigned ', SA_ASSIGNED, sa-assigned, true",
    })
    void readsAndWrites(String text, GroupKind kind, String written, boolean multicast) {
        GroupAddress group = GroupAddress.parse(text);
        assertEquals(kind, group.kind());
        assertEquals(written, group.toString());
        assertEquals(group, GroupAddress.parse(written));
        assertEquals(multicast, group.isMulticast());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "239.77.0",
                "239.77.0.256",
                "0239.1.2.3",
                "group.example",
                "mgid:",
                "mgid:1.2.3.4",
                "g::1"
            })
    void saysWhatItCannotRead(String text) {
        String words = refusal(text);
        assertTrue(words.startsWith("a group is an IPv4"), words);
        assertTrue(words.endsWith("not " + text), words);
    }

    @Test
    void saysThatNothingWasGiven() {
        assertTrue(refusal(" ").endsWith("not an empty text"), refusal(" "));
    }

    @Test
    void repeatsWhatIsLongShortened() {
        String most = "g".repeat(80);
        assertTrue(refusal(most).endsWith("not " + most), refusal(most));
        String longer = "mgid:" + "g".repeat(70_000);
        assertTrue(refusal(longer).endsWith("not mgid:" + "g".repeat(72) + "..."), refusal(longer));
    }

    private static String refusal(String text) {
        var refusal = assertThrows(IllegalArgumentException.class, () -> GroupAddress.parse(text));
        return String.valueOf(refusal.getMessage());
    }

    @Test
    void takesAnAddress() throws Exception {
        byte[] bytes = {(byte) 224, 0, 0, 5};
        assertEquals(
                GroupAddress.parse("224.0.0.5"), GroupAddress.of(InetAddress.getByAddress(bytes)));
    }

    @Test
    void bitsGoWithTheKind() {
        Gid plain = new Gid(0, 1);
        assertThrows(IllegalArgumentException.class, () -> new GroupAddress(GroupKind.IPV4, plain));
        assertThrows(
                IllegalArgumentException.class,
                () -> new GroupAddress(GroupKind.SA_ASSIGNED, plain));
        assertFalse(new GroupAddress(GroupKind.IPV6, plain).isMulticast());
    }
}

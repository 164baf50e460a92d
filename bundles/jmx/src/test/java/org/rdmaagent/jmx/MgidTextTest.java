// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.Gid;

class MgidTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ff12:401b:ffff::1",
                " mgid:ff12:401b:ffff::1 ",
                "MGID:FF12:401B:FFFF:0:0:0:0:1",
                "ff12:401b:ffff:0000:0000:0000:0000:0001"
            })
    void isTakenWithAndWithoutItsPrefix(String text) {
        assertEquals(Optional.of(MemoryMulticast.MGID), MgidText.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"::ffff:239.1.2.3", "mgid:::ffff:239.1.2.3", "::ffff:ef01:203"})
    void onRoceV2ItIsAMappedAddress(String text) {
        assertEquals(Optional.of(new Gid(0, 0xffff_ef01_0203L)), MgidText.parse(text));
    }

    @Test
    void nothingMeansAll() {
        assertEquals(Optional.empty(), MgidText.parse(" "));
        assertEquals(Optional.empty(), MgidText.parse(null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "239.1.2.3   | the MGID of 239.1.2.3 depends on the partition and the port space:"
                        + " take it from groups",
                "sa-assigned | sa-assigned names no group: take the MGID from groups",
                "news        | not an MGID: 'news'; write it as an IPv6 address",
                "mgid:       | not an MGID: 'mgid:'",
                "mgid:1.2.3.4| not an MGID: 'mgid:1.2.3.4'",
            })
    void whatIsNoMgidIsRefused(String text, String words) {
        assertTrue(refusal(text).startsWith(words), refusal(text));
    }

    @Test
    void whatIsLongIsRepeatedShortened() {
        String words = refusal("g".repeat(70_000));
        assertTrue(words.startsWith("not an MGID: '" + "g".repeat(77) + "...'"), words);
    }

    private static String refusal(String text) {
        IllegalArgumentException error =
                assertThrows(IllegalArgumentException.class, () -> MgidText.parse(text));
        return String.valueOf(error.getMessage());
    }
}

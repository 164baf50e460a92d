// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;

class NodeAddressTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "0", " 0 "})
    void nothing_and_zero_are_the_agents_own_node(String text) {
        assertEquals(NodeAddress.HERE, NodeAddress.parse(text));
    }

    @Test
    void numbers_behind_a_zero_are_a_directed_route() {
        NodeAddress route = new NodeAddress.ByRoute(DirectedRoute.of(1, 5, 36));
        assertEquals(route, NodeAddress.parse("0,1,5,36"));
        assertEquals(route, NodeAddress.parse(" 0, 1, 5 ,36 "));
        assertEquals("0,1,5,36", route.toString());
    }

    @ParameterizedTest
    @CsvSource({
        "17, 17",
        "017, 17",
        "0x11, 17",
        "0X11, 17",
        "1, 1",
        "49151, 49151",
        "0xbfff, 49151",
        "0009, 9"
    })
    void a_single_number_is_a_lid(String text, int lid) {
        assertEquals(new NodeAddress.ByLid(new Lid(lid)), NodeAddress.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "0x0002c90300a1b2c3, 0x0002c90300a1b2c3",
        "0x0002C90300A1B2C3, 0x0002c90300a1b2c3",
        "0002:c903:00a1:b2c3, 0x0002c90300a1b2c3",
        "0xffffffffffffffff, 0xffffffffffffffff",
        "0x10001, 0x0000000000010001"
    })
    void more_than_four_digits_behind_0x_or_colons_are_a_guid(String text, String guid) {
        assertEquals(new NodeAddress.ByGuid(Guid.parse(guid)), NodeAddress.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1,5",
                "0,",
                "0,1,,2",
                "0,256",
                "0,-1",
                "0,x",
                "-1",
                "49152",
                "0xffff",
                "99999999999999",
                "0x",
                "0x0",
                "0x00000",
                "0:0",
                "0x12345678901234567",
                "::",
                "leaf1",
                "#11",
                "1.5"
            })
    void anything_else_is_refused_with_the_forms_that_there_are(String text) {
        IllegalArgumentException error =
                assertThrows(IllegalArgumentException.class, () -> NodeAddress.parse(text));
        String told = String.valueOf(error.getMessage());
        assertTrue(told.contains("'" + text + "'"), told);
        assertTrue(told.contains("0,1,5, a LID as 17 or 0x11, or a GUID as 0x"), told);
    }

    @Test
    void a_route_of_more_than_63_hops_is_refused() {
        String longest = "0" + ",1".repeat(DirectedRoute.MAX_HOPS);
        assertEquals(longest, NodeAddress.parse(longest).toString());
        assertThrows(IllegalArgumentException.class, () -> NodeAddress.parse(longest + ",1"));
    }

    @Test
    void an_address_says_what_kind_it_is() {
        assertEquals("LID 17", NodeAddress.parse("0x11").toString());
        assertEquals("GUID 0x0000000000010001", NodeAddress.parse("0x10001").toString());
    }
}

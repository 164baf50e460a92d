// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscoveryRequestTest {
    private static final NodeAddress LEAF = NodeAddress.parse("0,1");

    @Test
    void what_is_left_out_is_the_whole_subnet_as_configured() {
        assertTrue(DiscoveryRequest.WHOLE.whole());
        assertEquals(Optional.empty(), DiscoveryRequest.WHOLE.engine());
        assertEquals(DiscoveryRequest.WHOLE, DiscoveryRequest.WHOLE.by(""));
        assertFalse(DiscoveryRequest.part(LEAF, 0).whole());
    }

    @Test
    void each_wish_leaves_the_others_as_they_were() {
        DiscoveryRequest request =
                DiscoveryRequest.part(LEAF, 3).by("libibnetdisc").patient(700, 0);
        assertEquals(LEAF, request.from());
        assertEquals(OptionalInt.of(3), request.hops());
        assertEquals(Optional.of("libibnetdisc"), request.engine());
        assertEquals(OptionalInt.of(700), request.timeoutMillis());
        assertEquals(OptionalInt.of(0), request.retries());
        assertFalse(request.incremental());
        assertTrue(DiscoveryRequest.confirm().by("java").incremental());
        assertTrue(DiscoveryRequest.confirm().patient(10, 1).incremental());
    }

    @ParameterizedTest
    @CsvSource({"-1", "64", "2147483647", "-2147483648"})
    void hops_out_of_range_are_refused(int hops) {
        IllegalArgumentException error =
                assertThrows(
                        IllegalArgumentException.class, () -> DiscoveryRequest.part(LEAF, hops));
        assertEquals("hops lies in 0..63, not " + hops, error.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"0, 3", "60001, 3", "-5, 3", "500, -1", "500, 21"})
    void a_patience_out_of_range_is_refused(int millis, int times) {
        assertThrows(
                IllegalArgumentException.class,
                () -> DiscoveryRequest.WHOLE.patient(millis, times));
    }

    @Test
    void only_the_whole_subnet_can_be_confirmed_and_only_from_here() {
        for (OptionalInt hops : new OptionalInt[] {OptionalInt.empty(), OptionalInt.of(63)}) {
            NodeAddress from = hops.isEmpty() ? LEAF : NodeAddress.HERE;
            assertThrows(
                    IllegalArgumentException.class,
                    () ->
                            new DiscoveryRequest(
                                    from,
                                    hops,
                                    Optional.empty(),
                                    OptionalInt.empty(),
                                    OptionalInt.empty(),
                                    true));
        }
    }
}

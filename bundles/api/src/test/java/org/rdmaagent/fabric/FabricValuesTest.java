// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.Guid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;

class FabricValuesTest {
    @ParameterizedTest
    @ValueSource(strings = {"0", "0,1,5", "0,255,1"})
    void aDirectedRouteReadsWhatItWrites(String text) {
        assertEquals(text, DirectedRoute.parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1,5", "0,", "0,256", "0,-1", "0,x", "0;1"})
    void whatIsNoRouteIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> DirectedRoute.parse(text));
    }

    @Test
    void aRouteEndsAtSixtyThreeHops() {
        DirectedRoute route = DirectedRoute.LOCAL;
        for (int hop = 0; hop < DirectedRoute.MAX_HOPS; hop++) {
            route = route.then(1);
        }
        assertEquals(63, route.hops());
        DirectedRoute longest = route;
        assertThrows(IllegalArgumentException.class, () -> longest.then(1));
    }

    @Test
    void aLinkIsTheSameFromBothSides() {
        LinkEnd one = new LinkEnd(NodeKey.of(new Guid(1)), 7);
        LinkEnd other = new LinkEnd(NodeKey.of(new Guid(-1)), 2);
        FabricLink link = new FabricLink(one, other, LinkWidth.W4X, LinkSpeed.HDR);
        assertEquals(link, new FabricLink(other, one, LinkWidth.W4X, LinkSpeed.HDR));
        assertEquals(one, link.first());
    }

    @Test
    void aSecondNodeWithOneGuidIsNamed() {
        assertEquals("0x0000000000000001#2", new NodeKey(new Guid(1), 1).toString());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.mad.DirectedRouteSmp;
import org.rdmaagent.mad.PortInfo;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.spi.MadReply;

/** An M_Key protects as much as its protect bits say. */
class ManagementKeysTest {
    private static final long KEY = 0xfedc_ba98_7654_3210L;
    private static final long WRONG = 1;

    private final SimulatedWorld world = SmallFabric.world();
    private final ManagementKeys keys = world.managementKeys();
    private final Asker asker = new Asker(world);
    private int transaction;

    private MadReply ask(
            int method, DirectedRoute route, SmpAttribute attribute, int port, long key) {
        ByteBuffer mad = DirectedRouteSmp.get(route, attribute, port, ++transaction, key).toBytes();
        return asker.ask(mad.put(3, (byte) method));
    }

    private boolean answered(DirectedRoute route, SmpAttribute attribute, int port, long key) {
        return ask(DirectedRouteSmp.GET, route, attribute, port, key).status() == 0;
    }

    private byte[] portInfo(DirectedRoute route, int port, long key) {
        MadReply reply = ask(DirectedRouteSmp.GET, route, SmpAttribute.PORT_INFO, port, key);
        assertEquals(0, reply.status());
        DirectedRouteSmp answer = DirectedRouteSmp.decode(reply.mad());
        assertEquals(0, answer.status());
        return answer.data();
    }

    private static long shownKey(byte[] portInfo) {
        return ByteBuffer.wrap(portInfo).getLong(0);
    }

    private static int shownViolations(byte[] portInfo) {
        return ByteBuffer.wrap(portInfo).getChar(44);
    }

    private static int shownProtectBits(byte[] portInfo) {
        return (portInfo[34] & 0xff) >>> 6;
    }

    @ParameterizedTest
    @CsvSource({"0, true, true", "1, true, false", "2, false, false", "3, false, false"})
    void aWrongKeyReadsWhatTheBitsAllow(int bits, boolean read, boolean shown) {
        keys.set(SmallFabric.NEAR, 0, KEY, bits);
        for (SmpAttribute attribute : SmpAttribute.values()) {
            assertEquals(read, answered(SmallFabric.TO_NEAR, attribute, 0, WRONG));
            assertEquals(read, answered(SmallFabric.TO_NEAR, attribute, 0, 0));
            assertTrue(answered(SmallFabric.TO_NEAR, attribute, 0, KEY));
        }
        byte[] right = portInfo(SmallFabric.TO_NEAR, 0, KEY);
        assertEquals(KEY, shownKey(right));
        assertEquals(bits, shownProtectBits(right));
        if (read) {
            byte[] wrong = portInfo(SmallFabric.TO_NEAR, 0, WRONG);
            assertEquals(shown ? KEY : 0, shownKey(wrong));
            assertEquals(bits, shownProtectBits(wrong));
        }
        assertEquals(read ? 0 : 2 * SmpAttribute.values().length, shownViolations(right));
        assertEquals(shownViolations(right), keys.violations(SmallFabric.NEAR, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void nothingIsSetWithoutTheKey(int bits) {
        keys.set(SmallFabric.NEAR, 0, KEY, bits);
        int set = 2;
        assertEquals(110, ask(set, SmallFabric.TO_NEAR, SmpAttribute.PORT_INFO, 1, WRONG).status());
        assertEquals(1, keys.violations(SmallFabric.NEAR, 0));
        assertEquals(0, ask(set, SmallFabric.TO_NEAR, SmpAttribute.PORT_INFO, 1, KEY).status());
    }

    @Test
    void theOtherFieldsOfPortInfoStayWhatTheyAre() {
        PortInfo before = PortInfo.decode(portInfo(SmallFabric.TO_NEAR, 0, 0));
        keys.set(SmallFabric.NEAR, 0, KEY, 3);
        assertEquals(before, PortInfo.decode(portInfo(SmallFabric.TO_NEAR, 0, KEY)));
    }

    @Test
    void aSwitchLocksAllItsPortsAndForwardsWithoutAKey() {
        keys.set(SmallFabric.NEAR, -1, KEY, 2);
        assertFalse(answered(SmallFabric.TO_NEAR, SmpAttribute.PORT_INFO, 7, WRONG));
        assertEquals(0, shownKey(portInfo(SmallFabric.TO_NEAR, 7, KEY)));
        assertTrue(answered(SmallFabric.TO_FAR, SmpAttribute.NODE_INFO, 0, WRONG));
    }

    @Test
    void eachPortOfAChannelAdapterHasItsOwn() {
        DirectedRoute toFirst = DirectedRoute.of(1, 2);
        DirectedRoute toSecond = DirectedRoute.of(1, 3);
        keys.set(SmallFabric.OTHER, 2, KEY, 2);
        assertTrue(answered(toFirst, SmpAttribute.NODE_INFO, 0, WRONG));
        assertTrue(answered(toFirst, SmpAttribute.PORT_INFO, 1, WRONG));
        assertFalse(answered(toSecond, SmpAttribute.NODE_INFO, 0, WRONG));
        // By the first port about the second: the second's key counts too.
        assertFalse(answered(toFirst, SmpAttribute.PORT_INFO, 2, WRONG));
        assertTrue(answered(toFirst, SmpAttribute.PORT_INFO, 2, KEY));
        assertEquals(0, keys.violations(SmallFabric.OTHER, 1));
        assertEquals(2, keys.violations(SmallFabric.OTHER, 2));
    }

    @Test
    void aWholeFabricIsLockedAndOpened() {
        keys.setAll(KEY, 2);
        for (DirectedRoute route :
                new DirectedRoute[] {
                    DirectedRoute.LOCAL,
                    SmallFabric.TO_NEAR,
                    SmallFabric.TO_FAR,
                    SmallFabric.TO_OTHER
                }) {
            assertFalse(answered(route, SmpAttribute.NODE_INFO, 0, WRONG));
            assertTrue(answered(route, SmpAttribute.NODE_INFO, 0, KEY));
        }
        world.faults().clear();
        assertFalse(answered(SmallFabric.TO_FAR, SmpAttribute.NODE_INFO, 0, WRONG));
        keys.clear();
        assertTrue(answered(SmallFabric.TO_FAR, SmpAttribute.NODE_INFO, 0, WRONG));
        assertEquals(0, keys.violations(SmallFabric.FAR, 0));
    }

    @Test
    void zeroIsNoKey() {
        keys.setAll(0, 3);
        assertTrue(answered(SmallFabric.TO_FAR, SmpAttribute.NODE_INFO, 0, WRONG));
    }

    @Test
    void whatHasNoKeyCannotGetOne() {
        assertRefused("0..3", () -> keys.set(SmallFabric.NEAR, 0, KEY, 4));
        assertRefused("0..3", () -> keys.setAll(KEY, -1));
        assertRefused("port 7", () -> keys.set(SmallFabric.NEAR, 7, KEY, 1));
        assertRefused("port 0", () -> keys.set(SmallFabric.OTHER, 0, KEY, 1));
        assertRefused("port 3", () -> keys.violations(SmallFabric.OTHER, 3));
        NodeKey nobody = NodeKey.of(new Guid(5));
        assertRefused(nobody.toString(), () -> keys.set(nobody, 0, KEY, 1));
    }

    private static void assertRefused(String reason, Runnable call) {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, call::run);
        assertTrue(String.valueOf(refusal.getMessage()).contains(reason), refusal::getMessage);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmaagent.Lid;

/** MTUs, flow labels, keys, LIDs and speeds. */
class ArithmeticTest {
    @ParameterizedTest
    @EnumSource
    void anMtuIsFoundByCodeAndByBytes(Mtu mtu) {
        assertEquals(OptionalInt.of(mtu.bytes()), Mtu.bytesOfCode(mtu.code(), false));
        assertEquals(mtu, Mtu.ofBytes(mtu.bytes()));
        assertEquals(mtu, Mtu.ofBytes(mtu.bytes() + 1));
        assertTrue(mtu.name().endsWith("_" + mtu.bytes()));
    }

    @Test
    void onlyOmniPathKnowsLongerMtus() {
        assertEquals(OptionalInt.of(8192), Mtu.bytesOfCode(6, true));
        assertEquals(OptionalInt.of(10_240), Mtu.bytesOfCode(7, true));
        assertEquals(OptionalInt.of(4096), Mtu.bytesOfCode(5, true));
        for (int code : new int[] {-1, 0, 6, 7, 8}) {
            assertTrue(Mtu.bytesOfCode(code, false).isEmpty());
        }
        assertEquals(Mtu.MTU_256, Mtu.ofBytes(0));
        assertEquals(Mtu.MTU_4096, Mtu.ofBytes(Integer.MAX_VALUE));
    }

    @Test
    void flowLabelsSpreadEvenlyOverTheUpperQuarterOfThePorts() {
        int[] labelsOfPort = new int[0x10000];
        for (int label = 0; label <= FlowLabel.LARGEST; label++) {
            labelsOfPort[FlowLabel.udpSourcePort(label)]++;
        }
        assertTrue(Arrays.stream(labelsOfPort, 0, 0xc000).allMatch(labels -> labels == 0));
        assertTrue(Arrays.stream(labelsOfPort, 0xc000, 0x10000).allMatch(labels -> labels == 64));
    }

    @ParameterizedTest
    @CsvSource({"0,0xc000", "0x3fff,0xffff", "0x4000,0xc001", "0xfc000,0xc03f", "0xfffff,0xffc0"})
    void aFlowLabelIsFolded(String label, String port) {
        assertEquals(Integer.decode(port), FlowLabel.udpSourcePort(Integer.decode(label)));
    }

    @Test
    void bothEndsOfAConnectionComputeOneLabel() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 10_000; round++) {
            QpNumber one = new QpNumber(random.nextInt(1 << 24));
            QpNumber other = new QpNumber(random.nextInt(1 << 24));
            int label = FlowLabel.ofQueuePairs(one, other);
            assertEquals(label, FlowLabel.ofQueuePairs(other, one), "seed " + seed);
            assertEquals(
                    FlowLabel.udpSourcePort(label),
                    FlowLabel.udpSourcePort(0, one, other),
                    "seed " + seed);
            assertEquals(FlowLabel.udpSourcePort(77), FlowLabel.udpSourcePort(77, one, other));
        }
    }

    @Test
    void theProductOfTheNumbersIsFoldedTwice() {
        // The product 0xfffffe000001 becomes 0xfffff1ffffe1, then 0xfffff1ffff1e; its low 20 bits
        // count.
        assertEquals(0xfff1e, FlowLabel.ofQueuePairs(QpNumber.MULTICAST, QpNumber.MULTICAST));
    }

    @Test
    void aFlowLabelBeyondTwentyBitsIsRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> FlowLabel.udpSourcePort(FlowLabel.LARGEST + 1));
        assertThrows(IllegalArgumentException.class, () -> FlowLabel.udpSourcePort(-1));
    }

    @ParameterizedTest
    @CsvSource({"0x1234,0x1235", "0x12ff,0x1200", "0xff,0", "0x7fffffff,0x7fffff00"})
    void aKeyCountsOnInItsLowestByte(String key, String next) {
        assertEquals(Integer.decode(next), MemoryKeys.increment(Integer.decode(key)));
        assertEquals(-256, MemoryKeys.increment(-1));
    }

    @Test
    void aLidHasTwoHalves() {
        assertEquals(new Lid(0xbeef), LidHalves.low(0xbeef));
        assertArrayEquals(new byte[] {(byte) 0xbe, (byte) 0xef}, LidHalves.lowNetworkOrder(0xbeef));
        assertThrows(IllegalArgumentException.class, () -> LidHalves.low(0x10000));
        assertThrows(IllegalArgumentException.class, () -> LidHalves.lowNetworkOrder(-1));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.ffm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.spi.completion.DriverPointers;
import org.rdmaagent.spi.completion.MemoryAccess;

/** Calls of real functions by their addresses. */
class FfmAccessTest {
    /** Enough that the loops are compiled, with the constants in them. */
    private static final int MANY = 200_000;

    private static final int MOST_COLLECTIONS = 20;

    private final FfmAccess access = new FfmAccess();
    private final Arena arena = Arena.ofConfined();
    private final long low = arena.allocateFrom("abcd").address();
    private final long high = arena.allocateFrom("abxd").address();
    private final MemorySegment target = arena.allocate(16, 8);

    @AfterEach
    void freeMemory() {
        arena.close();
    }

    @Test
    void itIsCalledFfmAndHasOneMemory() {
        assertEquals("ffm", access.name());
        assertSame(access.memory(), access.memory());
    }

    @Test
    void everyFunctionGetsItsArgumentsAndAnswersItsResult() {
        DriverCalls calls = access.bind(LibcDriver.ONE);

        assertEquals((int) target.address(), calls.pollCq(target.address(), 0x5a, 12));
        assertEquals(0x5a5a5a5a5a5a5a5aL, target.get(ValueLayout.JAVA_LONG, 0));
        assertEquals(0x5a5a5a5a, target.get(ValueLayout.JAVA_INT, 8));
        assertEquals(0, target.get(ValueLayout.JAVA_INT, 12), "twelve bytes and no more");

        assertEquals(0, calls.reqNotifyCq(arena.allocateFrom("/").address(), 0));
        assertEquals(-1, calls.reqNotifyCq(arena.allocateFrom("/no/such/file").address(), 0));

        assertEquals(0, calls.postRecv(low, high, 2));
        assertTrue(calls.postRecv(low, high, 3) < 0);
        assertTrue(calls.postRecv(high, low, 3) > 0);

        assertEquals((int) target.address(), calls.postSrqRecv(target.address(), high, 4));
        assertEquals('x', target.get(ValueLayout.JAVA_BYTE, 2));

        assertEquals(0, calls.postSend(low, high, 2));
        assertTrue(calls.postSend(low, high, 4) < 0);
    }

    @Test
    void aDriverThatWasMetBeforeHasTheCallsItHad() {
        DriverPointers one = LibcDriver.ONE;
        DriverPointers again =
                new DriverPointers(
                        one.pollCq(),
                        one.reqNotifyCq(),
                        one.postRecv(),
                        one.postSrqRecv(),
                        one.postSend());
        assertSame(access.bind(one), access.bind(again));
        assertNotSame(access.bind(one).getClass(), access.bind(LibcDriver.OTHER).getClass());
    }

    @Test
    void twoDriversOfOneProcessDoNotMix() {
        DriverCalls one = access.bind(LibcDriver.ONE);
        DriverCalls other = access.bind(LibcDriver.OTHER);
        for (int i = 0; i < MANY; i++) {
            one.pollCq(target.address(), i & 0x7f, 16);
            assertEquals((byte) (i & 0x7f), target.get(ValueLayout.JAVA_BYTE, 15));
            assertEquals((int) (low + 2), other.pollCq(low, 'c', 4));
            assertEquals((int) (low + 1), other.reqNotifyCq(low, 'b'));
            assertTrue(one.postRecv(low, high, 4) < 0);
            assertTrue(other.postSrqRecv(low, high, 4) < 0);
            assertEquals((int) target.address(), one.postSrqRecv(target.address(), low, 4));
            assertEquals((int) target.address(), other.postSend(target.address(), low, 4));
        }
    }

    @Test
    void callsAndMemoryMakeNoGarbage() {
        DriverCalls calls = access.bind(LibcDriver.ONE);
        MemoryAccess memory = access.memory();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        work(calls, memory); // what is made once
        long before = threads.getCurrentThreadAllocatedBytes();
        work(calls, memory);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < MANY, () -> allocated + " bytes in " + MANY + " rounds");
    }

    private void work(DriverCalls calls, MemoryAccess memory) {
        long address = target.address();
        long sum = 0;
        for (int i = 0; i < MANY; i++) {
            sum += calls.pollCq(address, 0, 16);
            sum += calls.reqNotifyCq(low, 0);
            sum += calls.postRecv(low, high, 2);
            sum += calls.postSrqRecv(address, low, 4);
            sum += calls.postSend(low, high, 2);
            memory.putLong(address, sum);
            memory.putInt(address + 8, i);
            memory.putIntRelease(address + 12, i);
            sum += memory.getLong(address) + memory.getInt(address + 8);
            sum += memory.getIntAcquire(address + 12);
            sum += memory.getShort(address) + memory.getByte(address);
            memory.fullFence();
        }
        memory.putLong(address, sum);
    }

    @Test
    void aDriverWithoutOneOfTheFunctionsIsRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> access.bind(new DriverPointers(1, 1, 1, 0, 1)));
    }

    /** Else a replaced bundle could never go. */
    @Test
    void theClassOfADriverGoesWithWhoeverHasIt() {
        WeakReference<Class<?>> hidden =
                new WeakReference<>(new FfmAccess().bind(LibcDriver.OTHER).getClass());
        for (int i = 0; i < MOST_COLLECTIONS && hidden.get() != null; i++) {
            System.gc();
        }
        assertTrue(hidden.refersTo(null), "still there after so many collections");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.rdmaagent.spi.completion.DriverCalls;
import org.rdmaagent.spi.completion.DriverPointers;

/** Functions of the C library stand in for a driver's: what is bound is an address. */
class HotCallClassesTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static long address(String name) {
        Function function = NativeLibrary.getProcess().getFunction(name);
        return Pointer.nativeValue(function);
    }

    private static DriverPointers pointers(String pollCq) {
        long one = address("abs");
        long other = address("ffs");
        return new DriverPointers(address(pollCq), other, one, other, one);
    }

    @Test
    void eachMethodCallsItsOwnFunction() {
        DriverCalls calls = HotCallClasses.of(pointers("abs"));
        assertEquals(5, calls.pollCq(-5, 0, 0));
        assertEquals(4, calls.reqNotifyCq(8, 0));
        assertEquals(7, calls.postRecv(-7, 0, 0));
        assertEquals(3, calls.postSrqRecv(4, 0, 0));
        assertEquals(9, calls.postSend(-9, 0, 0));
    }

    @Test
    void driversDoNotDisturbEachOther() {
        DriverCalls one = HotCallClasses.of(pointers("abs"));
        DriverCalls other = HotCallClasses.of(pointers("ffs"));
        assertSame(one, HotCallClasses.of(pointers("abs")));
        assertNotSame(one.getClass(), other.getClass());
        assertEquals(8, one.pollCq(-8, 0, 0));
        assertEquals(4, other.pollCq(8, 0, 0));
    }

    @Test
    void aMissingFunctionIsRefused() {
        DriverPointers missing = new DriverPointers(0, 1, 1, 1, 1);
        assertThrows(IllegalArgumentException.class, () -> HotCallClasses.of(missing));
    }

    @Test
    void aCallMakesNoGarbage() {
        DriverCalls calls = HotCallClasses.of(pointers("abs"));
        int sum = pollOften(calls);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        sum += pollOften(calls);
        assertEquals(0, THREADS.getCurrentThreadAllocatedBytes() - before);
        assertEquals(200_000, sum);
    }

    private static int pollOften(DriverCalls calls) {
        int sum = 0;
        for (int i = 0; i < 100_000; i++) {
            sum += calls.pollCq(-1, 16, 0);
        }
        return sum;
    }
}

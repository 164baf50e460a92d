// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.ffm;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import org.rdmaagent.spi.completion.DriverPointers;

/**
 * The functions of a driver as method handles. Pointers are passed as 64-bit numbers: nothing is
 * wrapped in an object.
 *
 * <p>Polling and posting are {@linkplain Linker.Option#critical critical}: the thread stays "in
 * Java", which saves some 5 ns, and holds up a safepoint until the call is over. Each of them is
 * short and calls nothing of Java back: it works under a spin lock through a batch that its caller
 * bounds (64 completions are some 0.8 us) or that the size of the work queue bounds. A driver that
 * prints an error on the way, or hands a request to the kernel (rxe, siw), does not wait there.
 * Arming is done once before a sleep, where 5 ns are nothing, but is a system call for some
 * drivers: not critical.
 *
 * @param pollCq (long, int, long)int
 * @param reqNotifyCq (long, int)int
 * @param postRecv (long, long, long)int
 * @param postSrqRecv (long, long, long)int
 * @param postSend (long, long, long)int
 */
record DriverHandles(
        MethodHandle pollCq,
        MethodHandle reqNotifyCq,
        MethodHandle postRecv,
        MethodHandle postSrqRecv,
        MethodHandle postSend) {
    private static final FunctionDescriptor POLL =
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG);
    private static final FunctionDescriptor NOTIFY =
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT);
    private static final FunctionDescriptor POST =
            FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);

    /** Arguments are never on the heap. */
    private static final Linker.Option CRITICAL = Linker.Option.critical(false);

    static DriverHandles of(DriverPointers pointers) {
        return new DriverHandles(
                handle(pointers.pollCq(), POLL, CRITICAL),
                handle(pointers.reqNotifyCq(), NOTIFY),
                handle(pointers.postRecv(), POST, CRITICAL),
                handle(pointers.postSrqRecv(), POST, CRITICAL),
                handle(pointers.postSend(), POST, CRITICAL));
    }

    private static MethodHandle handle(
            long address, FunctionDescriptor function, Linker.Option... options) {
        return Linker.nativeLinker()
                .downcallHandle(MemorySegment.ofAddress(address), function, options);
    }
}

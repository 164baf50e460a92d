// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.os.SystemCalls;
import org.rdmaagent.jna.verbs.VerbsFailure;

/**
 * Whole pages of memory, zeroed, outside of the Java heap and of its limits.
 *
 * <p>The operating system gets the pages back at once when they are released. Their addresses stay
 * mapped as long as a view can be reached: who reads through a view after that reads zeros, where
 * unmapped memory would end the process.
 */
final class Pages {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final int LARGEST_VIEW = Integer.MAX_VALUE;

    /** Refers to no view, else the views would be reachable for ever. */
    private record Mapping(Pointer address, long bytes) implements Runnable {
        @Override
        public void run() {
            int unused = SystemCalls.munmap(address, bytes); // fails only for what is not mapped
        }
    }

    private final Mapping mapping;
    private @Nullable ByteBuffer view;
    private boolean released;

    private Pages(Mapping mapping) {
        this.mapping = mapping;
    }

    /**
     * New pages.
     *
     * @param bytes 1 or more
     * @throws org.rdmaagent.RdmaException ENOMEM
     */
    static Pages allocate(long bytes, String subject) {
        Pointer address =
                SystemCalls.mmap(
                        null, bytes, SystemCalls.READ_WRITE, SystemCalls.PRIVATE_ANONYMOUS, -1, 0);
        if (Pointer.nativeValue(address) == -1) {
            throw VerbsFailure.of(
                    "mmap",
                    Native.getLastError(),
                    subject,
                    "there are no "
                            + bytes
                            + " bytes of memory for this process; ask for less, or raise its limit"
                            + " (ulimit -v, or the memory limit of its control group)");
        }
        return new Pages(new Mapping(address, bytes));
    }

    Pointer address() {
        return mapping.address();
    }

    /** The first 2^31 - 1 bytes at the most; a new view at each call. */
    synchronized ByteBuffer view() {
        ByteBuffer all = view;
        if (all == null) {
            all = mapping.address().getByteBuffer(0, Math.min(mapping.bytes(), LARGEST_VIEW));
            CLEANER.register(all, mapping);
            view = all;
        }
        return all.duplicate().order(ByteOrder.BIG_ENDIAN);
    }

    /** Gives the memory back; nobody but holders of views may know the addresses any more. */
    synchronized void release() {
        if (released) {
            return;
        }
        released = true;
        if (view == null) {
            mapping.run();
        } else {
            int unused =
                    SystemCalls.madvise(
                            mapping.address(), mapping.bytes(), SystemCalls.MADV_DONTNEED);
            view = null;
        }
    }
}

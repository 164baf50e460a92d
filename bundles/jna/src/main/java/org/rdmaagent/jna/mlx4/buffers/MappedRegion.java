// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rdmaagent.Errno;
import org.rdmaagent.jna.os.MemoryCalls;
import org.rdmaagent.jna.os.SystemCalls;

/** Whole pages that are there: mapped, bound to a node, written to, and locked, in this order. */
final class MappedRegion {
    /** The number of mbind(2) by {@code os.arch}. */
    private static final Map<String, Integer> MBIND = Map.of("amd64", 237, "aarch64", 235);

    private static final int NODES = 1024;

    private final Pointer start;
    private final long bytes;
    private final List<String> lacking = new ArrayList<>();

    private MappedRegion(Pointer start, long bytes) {
        this.start = start;
        this.bytes = bytes;
    }

    /**
     * How a region shall be.
     *
     * @param flags of mmap(2), beside private and anonymous
     * @param node it is bound to; negative for none
     * @param resident whether every page is there from the beginning
     * @param locked whether it is locked
     * @param lenient whether it is used also where it cannot be bound or locked
     */
    record Wish(int flags, int node, boolean resident, boolean locked, boolean lenient) {
        /** Ordinary pages, each there from its first use. */
        static final Wish ORDINARY = new Wish(0, -1, false, false, true);

        /** All of it is there from the beginning. */
        static Wish resident(int flags, int node, boolean locked, boolean lenient) {
            return new Wish(flags, node, true, locked, lenient);
        }
    }

    /**
     * Maps one.
     *
     * @param bytes whole (huge) pages
     */
    static MappedRegion map(long bytes, Wish wish) throws NoBufferException {
        Pointer start =
                SystemCalls.mmap(
                        null,
                        bytes,
                        SystemCalls.READ_WRITE,
                        SystemCalls.PRIVATE_ANONYMOUS | wish.flags(),
                        -1,
                        0);
        if (Pointer.nativeValue(start) == -1) {
            throw new NoBufferException("mmap of " + bytes + " bytes failed: " + lastError());
        }
        MappedRegion region = new MappedRegion(start, bytes);
        try {
            region.prepare(wish);
        } catch (NoBufferException e) {
            region.unmap();
            throw e;
        }
        return region;
    }

    private void prepare(Wish wish) throws NoBufferException {
        if (wish.node() >= 0) {
            lacks(wish, bind(wish.node()));
        }
        if (wish.resident()) {
            KernelWrite.zero(address(), bytes, "a region of " + bytes + " bytes");
        }
        if (wish.locked()) {
            lacks(wish, lock());
        }
    }

    private void lacks(Wish wish, String reason) throws NoBufferException {
        if (!reason.isEmpty()) {
            if (!wish.lenient()) {
                throw new NoBufferException(reason);
            }
            lacking.add(reason);
        }
    }

    private String bind(int node) {
        Integer number = MBIND.get(System.getProperty("os.arch", ""));
        if (number == null || node >= NODES) {
            return "memory cannot be bound to NUMA node " + node + " on this machine";
        }
        try (Memory mask = new Memory(NODES / Byte.SIZE)) {
            mask.clear();
            mask.setLong((long) node / Long.SIZE * Long.BYTES, 1L << node);
            // The kernel counts one less than it is told.
            long result =
                    MemoryCalls.syscall(
                            number, start, bytes, MemoryCalls.BIND, mask, NODES + 1L, 0);
            return result == 0
                    ? ""
                    : "memory cannot be bound to NUMA node "
                            + node
                            + " ("
                            + lastError()
                            + "): use one of /sys/devices/system/node";
        }
    }

    private String lock() {
        if (MemoryCalls.mlock(start, bytes) == 0) {
            return "";
        }
        String errno = lastError();
        return bytes
                + " bytes cannot be locked in memory ("
                + errno
                + "): RLIMIT_MEMLOCK is "
                + limit()
                + " for this process; raise it (ulimit -l, or LimitMEMLOCK= of the service)";
    }

    private static String limit() {
        try (Memory limits = new Memory(SystemCalls.RLIMIT_BYTES)) {
            int result = SystemCalls.getrlimit(SystemCalls.RLIMIT_MEMLOCK, limits);
            long soft = result == 0 ? limits.getLong(0) : -1;
            return soft == -1 ? "unlimited" : soft + " bytes";
        }
    }

    private static String lastError() {
        return Errno.of(Native.getLastError()).name();
    }

    long address() {
        return Pointer.nativeValue(start);
    }

    long bytes() {
        return bytes;
    }

    /** What it is not, though it should be; empty if it is as it should be. */
    String lacking() {
        return String.join("; ", lacking);
    }

    /** Nobody may know its addresses any more. */
    void unmap() {
        int unused = SystemCalls.munmap(start, bytes); // fails only for what is not mapped
    }
}

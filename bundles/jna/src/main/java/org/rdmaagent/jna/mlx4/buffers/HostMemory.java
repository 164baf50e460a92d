// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import java.io.IOException;
import org.rdmaagent.jna.os.MemoryCalls;
import org.rdmaagent.spi.OperatingSystem;

/** What this machine's memory is like. For any thread. */
public final class HostMemory {
    /** Where the operator sets how many huge pages there are. */
    static final String NR_HUGEPAGES = "/proc/sys/vm/nr_hugepages";

    private static final String MEMINFO = "/proc/meminfo";
    private static final long USUAL_HUGE_PAGE_BYTES = 2 << 20;
    private static final long KIB = 1024;

    private final OperatingSystem os;

    /** Asks when it is asked. */
    public HostMemory(OperatingSystem os) {
        this.os = os;
    }

    /** Bytes of a page. */
    static long pageBytes() {
        return MemoryCalls.getpagesize();
    }

    /** Rounded up to whole units. */
    static long rounded(long bytes, long unit) {
        return (bytes + unit - 1) / unit * unit;
    }

    /** Bytes of a huge page. */
    long hugePageBytes() {
        long kibibytes = meminfo("Hugepagesize:");
        return kibibytes > 0 ? kibibytes * KIB : USUAL_HUGE_PAGE_BYTES;
    }

    /** How many huge pages are free; -1 if the kernel does not tell. */
    long freeHugePages() {
        return meminfo("HugePages_Free:");
    }

    private long meminfo(String key) {
        try {
            return meminfo(key, os.readText(MEMINFO));
        } catch (IOException e) {
            return -1; // no /proc: as unknown as a kernel without huge pages
        }
    }

    /**
     * A number of {@code /proc/meminfo} (proc(5)).
     *
     * @return -1 if it is not there
     */
    static long meminfo(String key, String text) {
        for (String line : text.lines().toList()) {
            if (line.startsWith(key)) {
                String digits = line.substring(key.length()).replaceAll("\\D", "");
                return digits.isEmpty() ? -1 : Long.parseLong(digits);
            }
        }
        return -1;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4.buffers;

import com.sun.jna.Pointer;
import java.io.IOException;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.spi.mlx4.AllocatorPlan;
import org.rdmaagent.spi.mlx4.ContextPlan;

/** One buffer of an allocator, and what the kernel says of its memory (proc(5), smaps). */
public final class SourceTrial {
    private static final long BYTES = 8192;

    private SourceTrial() {}

    /** Takes one, writes to it, and gives it back; else the reason why there is none. */
    public static String of(AllocatorPlan plan) throws IOException {
        HostFiles os = new HostFiles();
        BufferSources sources = new BufferSources(new HostMemory(os), new AllocatorDirectory());
        BufferSource source = sources.of(new ContextPlan("none", "*", plan, 0, "trial"), -1);
        try {
            Lot lot = source.take(BYTES);
            new Pointer(lot.address()).setMemory(0, BYTES, (byte) 1);
            String told =
                    "page "
                            + kibibytes("KernelPageSize:", lot.address())
                            + " KiB, locked "
                            + kibibytes("Locked:", lot.address())
                            + " KiB, detail: "
                            + source.detail()
                            + ", trouble: "
                            + source.trouble();
            lot.giver().takeBack(lot.address(), BYTES);
            return told;
        } catch (NoBufferException e) {
            return "none: " + e.reason();
        } finally {
            source.close();
        }
    }

    /** A number of the mapping that holds an address; -1 if it is not told. */
    private static long kibibytes(String key, long address) throws IOException {
        boolean within = false;
        for (String line : new HostFiles().readText("/proc/self/smaps").lines().toList()) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                String[] range = line.substring(0, line.indexOf(' ')).split("-");
                within =
                        address >= Long.parseUnsignedLong(range[0], 16)
                                && Long.compareUnsigned(
                                                address, Long.parseUnsignedLong(range[1], 16))
                                        < 0;
            } else if (within && line.startsWith(key)) {
                return Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        return -1;
    }
}

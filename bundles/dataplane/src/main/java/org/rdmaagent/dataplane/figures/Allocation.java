// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.figures;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** What the Java virtual machine says that a thread allocated. */
public final class Allocation {
    private static final @Nullable ThreadMXBean THREADS =
            ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
                            && threads.isThreadAllocatedMemorySupported()
                            && threads.isThreadAllocatedMemoryEnabled()
                    ? threads
                    : null;

    private Allocation() {}

    /** Bytes since the calling thread began; always 0 where the virtual machine cannot tell. */
    public static long ofThisThread() {
        return THREADS == null ? 0 : THREADS.getCurrentThreadAllocatedBytes();
    }
}

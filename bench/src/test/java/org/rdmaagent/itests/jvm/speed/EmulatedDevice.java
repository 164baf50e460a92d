// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import java.util.Set;
import org.rdmaagent.jna.mlx4.DirectMlx4;
import org.rdmaagent.jna.mlx4.buffers.AllocatorDirectory;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.verbs.RdmaCoreVerbs;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.MrHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.verbs.AccessFlag;

/**
 * A context as the agent opens one, with what it knows of mlx4; it lives as long as the process.
 */
final class EmulatedDevice {
    private static final String NAME = "mlx4_0";

    private final RdmaCoreVerbs library;
    private final ContextHandle context;
    private final PdHandle pd;
    private int regions;

    EmulatedDevice() {
        HostFiles files = new HostFiles();
        library = new RdmaCoreVerbs(files, new DirectMlx4(files, new AllocatorDirectory()));
        context = library.lease("bench").open(NAME, "context");
        pd = context.allocPd("pd");
    }

    RdmaCoreVerbs library() {
        return library;
    }

    ContextHandle context() {
        return context;
    }

    PdHandle pd() {
        return pd;
    }

    /** Registered for receives. */
    MrHandle memory(long bytes) {
        regions++;
        return pd.registerMemory("region " + regions, bytes, Set.of(AccessFlag.LOCAL_WRITE));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4;

import java.nio.file.Path;
import org.rdmaagent.jna.mlx4.buffers.AllocatorDirectory;
import org.rdmaagent.jna.mlx4.buffers.BufferSources;
import org.rdmaagent.jna.mlx4.buffers.HostMemory;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.verbs.DeviceFolder;
import org.rdmaagent.jna.verbs.objects.ContextAccess;
import org.rdmaagent.spi.mlx4.ContextPlan;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.verbs.ContextHandle;

/** Treats a context as one of mlx4, whatever it is. */
public final class ForcedCompanion {
    private ForcedCompanion() {}

    /**
     * Applies a plan.
     *
     * @param devices where the driver of the device is looked up
     */
    public static Mlx4Context on(ContextHandle context, Path devices, ContextPlan plan) {
        HostFiles os = new HostFiles();
        BufferSources sources = new BufferSources(new HostMemory(os), new AllocatorDirectory());
        DriverGuard guard =
                new DriverGuard(new DeviceFolder(os, devices.toString(), context.device()));
        AttributedContext forced =
                new AttributedContext(
                        ContextAccess.open(context),
                        guard,
                        next -> sources.of(next, -1),
                        closed -> {});
        forced.begin(plan);
        return forced;
    }
}

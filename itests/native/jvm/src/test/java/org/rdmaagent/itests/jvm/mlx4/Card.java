// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.mlx4;

import java.util.List;
import java.util.Map;
import org.rdmaagent.itests.jvm.verbs.Bench;
import org.rdmaagent.jna.mlx4.DirectMlx4;
import org.rdmaagent.jna.mlx4.buffers.AllocatorDirectory;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.verbs.RdmaCoreVerbs;
import org.rdmaagent.mlx4.AllocatorStatistics;
import org.rdmaagent.mlx4.BufferAllocator;
import org.rdmaagent.spi.mlx4.AllocatorPlan;
import org.rdmaagent.spi.mlx4.ContextPlan;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.VerbsLease;

/** The provider of verbs together with that of the attributes, as the agent joins them. */
final class Card implements AutoCloseable {
    static final String DEVICE = Bench.DEVICE;
    static final long REGION = 4 << 20;
    static final int CQE_BYTES = "1".equals(System.getenv("MLX4EMU_CQE64")) ? 64 : 32;

    final AllocatorDirectory directory = new AllocatorDirectory();
    final DirectMlx4 mlx4;
    final RdmaCoreVerbs library;
    final VerbsLease lease;

    Card(ContextPlan... plans) {
        if (!DirectMlx4.library().loaded()) {
            throw new AssertionError(DirectMlx4.library().reason());
        }
        HostFiles os = new HostFiles();
        mlx4 = new DirectMlx4(os, directory);
        mlx4.setPlans(List.of(plans));
        library = new RdmaCoreVerbs(os, mlx4);
        lease = library.lease("cases");
    }

    /** A plan for all contexts, without a way out. */
    static ContextPlan all(String allocator) {
        return plan("*", allocator, REGION, false);
    }

    static ContextPlan plan(String contexts, String allocator, long region, boolean fallback) {
        AllocatorPlan wish =
                new AllocatorPlan(allocator, region, false, AllocatorPlan.NO_NODE, fallback);
        return new ContextPlan(DEVICE, contexts, wish, 0, "case");
    }

    static ContextPlan range(String contexts, int logSize) {
        return new ContextPlan(DEVICE, contexts, all("system").allocator(), logSize, "case");
    }

    void add(String name, BufferAllocator allocator) {
        directory.add(allocator, Map.of(BufferAllocator.NAME, name));
    }

    void remove(BufferAllocator allocator) {
        directory.remove(allocator, Map.of());
    }

    ContextHandle open(String name) {
        return lease.open(DEVICE, name);
    }

    Mlx4Context attributes(String name) {
        return mlx4.contexts().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    AllocatorStatistics statistics(String name) {
        return attributes(name).status().allocator().statistics();
    }

    @Override
    public void close() {
        lease.close();
        library.close();
    }
}

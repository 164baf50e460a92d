// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import java.util.List;
import java.util.Locale;
import java.util.ServiceConfigurationError;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.mlx4.DirectMlx4;
import org.rdmaagent.jna.mlx4.buffers.AllocatorDirectory;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.verbs.RdmaCoreVerbs;
import org.rdmaagent.jna.verbs.completion.JnaAccess;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.CompletionWait;
import org.rdmaagent.spi.completion.NativeAccess;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;

/**
 * The ports as this JVM is to poll: {@code rdma.way} is a {@link PollingWay}, {@code rdma.access}
 * what calls are made with. A queue that cannot be read directly is polled the best way.
 */
public final class ChosenPorts implements CompletionPorts {
    /** How queues are polled here. */
    public static final PollingWay WAY =
            PollingWay.valueOf(System.getProperty("rdma.way", "call").toUpperCase(Locale.ROOT));

    private static final String FFM = "org.rdmaagent.ffm.FfmAccess";

    private final CompletionPorts ports;

    /** Those of a provider. */
    public ChosenPorts(RdmaCoreVerbs verbs) {
        this.ports = verbs.completionPorts(access());
    }

    /** A provider that tells the layout of mlx4's queues, as the agent's does. */
    public static RdmaCoreVerbs provider() {
        HostFiles files = new HostFiles();
        return new RdmaCoreVerbs(files, new DirectMlx4(files, new AllocatorDirectory()));
    }

    /** What calls are made with here. */
    public static NativeAccess access() {
        if (!System.getProperty("rdma.access", "jna").equals("ffm")) {
            return JnaAccess.INSTANCE;
        }
        try {
            return Class.forName(FFM).asSubclass(NativeAccess.class).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new ServiceConfigurationError(FFM + " cannot be had", e);
        }
    }

    @Override
    public List<PolledQueue> queues() {
        return ports.queues();
    }

    @Override
    public CompletionPort open(PolledQueue queue, String holder) {
        try {
            return ports.open(queue, holder, WAY);
        } catch (RdmaException e) {
            if (WAY == PollingWay.DIRECT && e.errno().name().equals("EOPNOTSUPP")) {
                return ports.open(queue, holder, PollingWay.BEST);
            }
            throw e;
        }
    }

    @Override
    public CompletionPort open(PolledQueue queue, String holder, PollingWay way) {
        return ports.open(queue, holder, way);
    }

    @Override
    public CompletionWait await(List<CompletionPort> all) {
        return ports.await(all);
    }
}

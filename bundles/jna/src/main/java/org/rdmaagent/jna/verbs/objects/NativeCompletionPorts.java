// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.lease.Failures;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.CompletionWait;
import org.rdmaagent.spi.completion.NativeAccess;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;

/** Ways to poll the open completion queues. For any thread. */
final class NativeCompletionPorts implements CompletionPorts {
    private final Supplier<List<NativeCq>> open;
    private final NativeAccess access;

    /**
     * @param open the queues that are open now, in the order of their making
     * @param access how functions are called and memory is read
     */
    NativeCompletionPorts(Supplier<List<NativeCq>> open, NativeAccess access) {
        this.open = open;
        this.access = access;
    }

    @Override
    public List<PolledQueue> queues() {
        List<PolledQueue> queues = new ArrayList<>();
        for (NativeCq queue : open.get()) {
            // One that is closed meanwhile is none of them.
            Failures.tolerating(
                    () -> queues.add(queue.with(QueuePolling.OPEN, cq -> queue.polled())));
        }
        return List.copyOf(queues);
    }

    @Override
    public CompletionPort open(PolledQueue queue, String holder, PollingWay way) {
        NativeCq own =
                open.get().stream()
                        .filter(each -> each.identity() == queue.identity())
                        .findFirst()
                        .orElseThrow(() -> closed(queue));
        synchronized (own.registry().admission()) {
            return own.with(QueuePolling.OPEN, cq -> own.polling().open(holder, access, way));
        }
    }

    private static RdmaException closed(PolledQueue queue) {
        return VerbsFailure.of(
                QueuePolling.OPEN,
                VerbsFailure.EBADF,
                queue.device() + " cq " + queue.qualifiedName());
    }

    @Override
    public CompletionWait await(List<CompletionPort> ports) {
        List<QueuePort> own = new ArrayList<>();
        for (CompletionPort port : ports) {
            if (!(port instanceof QueuePort ours)) {
                throw new IllegalArgumentException(port + " is not a port of this provider");
            }
            own.add(ours);
        }
        return NativeWait.of(own);
    }
}

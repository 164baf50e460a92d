// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.CompletionWait;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;

/** Real ports that count how many sleeps nothing ended but their alarm. */
final class AlarmedPorts implements CompletionPorts {
    private final CompletionPorts real;
    private final AtomicInteger alarms = new AtomicInteger();

    AlarmedPorts(CompletionPorts real) {
        this.real = real;
    }

    int alarms() {
        return alarms.get();
    }

    @Override
    public List<PolledQueue> queues() {
        return real.queues();
    }

    @Override
    public CompletionPort open(PolledQueue queue, String holder, PollingWay way) {
        return real.open(queue, holder, way);
    }

    @Override
    public CompletionWait await(List<CompletionPort> ports) {
        CompletionWait wait = real.await(ports);
        return new CompletionWait() {
            @Override
            public void arm() {
                wait.arm();
            }

            @Override
            public boolean await(long timeoutNanos) {
                boolean ended = wait.await(timeoutNanos);
                alarms.addAndGet(ended ? 0 : 1);
                return ended;
            }

            @Override
            public void wake() {
                wait.wake();
            }

            @Override
            public void close() {
                wait.close();
            }
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.loop;

import java.util.List;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.CompletionWait;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;

/**
 * A provider's ports whose waits sleep for hours: a loop that looks again after a second would hide
 * that it slept through a completion.
 *
 * @param real the provider's
 */
record LongSleeps(CompletionPorts real) implements CompletionPorts {
    private static final long HOURS = 10_000_000_000_000L;

    @Override
    public List<PolledQueue> queues() {
        return real.queues();
    }

    @Override
    public CompletionPort open(PolledQueue queue, String holder, PollingWay way) {
        return real.open(queue, holder, way);
    }

    @Override
    public CompletionPort open(PolledQueue queue, String holder) {
        return real.open(queue, holder);
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
                return wait.await(HOURS);
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

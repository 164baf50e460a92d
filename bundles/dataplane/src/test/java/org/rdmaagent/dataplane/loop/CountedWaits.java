// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import java.util.List;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.CompletionWait;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;

/** Waits whose sleeps take no time and are counted; many wakes end one sleep, as in real ones. */
final class CountedWaits implements CompletionPorts {
    /** What others do while a wait is made. */
    Runnable making = () -> {};

    /** What others do during the next sleep. */
    Runnable asleep = () -> {};

    int made;

    /** Calls that a wake before them did not end at once. */
    int sleeps;

    @Override
    public List<PolledQueue> queues() {
        return List.of();
    }

    @Override
    public CompletionPort open(PolledQueue queue, String holder, PollingWay way) {
        throw new IllegalStateException();
    }

    @Override
    public CompletionWait await(List<CompletionPort> ports) {
        made++;
        making.run();
        return new Wait();
    }

    private final class Wait implements CompletionWait {
        private boolean woken;

        @Override
        public void arm() {}

        @Override
        public boolean await(long timeoutNanos) {
            if (!woken) {
                sleeps++;
                Runnable others = asleep;
                asleep = () -> {};
                others.run();
            }
            boolean ended = woken;
            woken = false;
            return ended;
        }

        @Override
        public void wake() {
            woken = true;
        }

        @Override
        public void close() {}
    }
}

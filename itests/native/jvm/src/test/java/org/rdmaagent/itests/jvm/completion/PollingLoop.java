// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.completion;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.rdmaagent.dataplane.CompletionBatch;
import org.rdmaagent.spi.completion.CompletionPort;

/** A thread that polls, reads and posts again until its port is revoked, then closes it. */
final class PollingLoop implements AutoCloseable {
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CompletionPort port;
    private final Future<Long> end;

    PollingLoop(CompletionPort port) throws InterruptedException {
        this.port = port;
        this.end = thread.submit(this::run);
        begun.await();
    }

    private long run() {
        long sum = 0;
        CompletionBatch one = port.batch();
        while (port.poll(16) >= 0) {
            begun.countDown();
            while (one.next()) {
                if (one.hasPayload()) {
                    sum += one.payload().get() + 1000;
                    one.repost();
                }
            }
        }
        begun.countDown();
        port.close();
        return sum;
    }

    /** Waits for its end. */
    long await() throws InterruptedException, ExecutionException, TimeoutException {
        return end.get(60, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

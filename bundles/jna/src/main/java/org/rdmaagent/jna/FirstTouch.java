// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.rdmaagent.spi.OperatingSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for the kernel's list of devices once, in a thread of its own: where libumad2sim is
 * preloaded and its simulator does not run, that look waits until it does, and so would everything
 * after it.
 */
final class FirstTouch {
    private static final Logger LOG = LoggerFactory.getLogger(FirstTouch.class);
    private static final String DEVICES = "/sys/class/infiniband";

    private final CompletableFuture<Boolean> answered = new CompletableFuture<>();

    FirstTouch(OperatingSystem os) {
        Thread thread = new Thread(() -> look(os), "rdma-jna-first-touch");
        thread.setDaemon(true);
        thread.start();
    }

    private void look(OperatingSystem os) {
        try {
            os.list(DEVICES);
        } catch (IOException e) {
            // No RDMA in this kernel: that is an answer too.
        }
        answered.complete(true);
    }

    /** Whether the look has ended, waiting for it for so long. */
    boolean answeredWithin(long timeoutNanos) {
        try {
            return answered.get(timeoutNanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Runs it once the look has ended: at once, or later in the thread that looked. */
    void whenAnswered(Runnable action) {
        CompletableFuture<Void> unused =
                answered.thenRun(action)
                        .exceptionally(
                                failure -> {
                                    LOG.error("The native ports cannot be registered", failure);
                                    return null;
                                });
    }

    /** What the operator reads while it has not. */
    static String reason() {
        return "looking into "
                + DEVICES
                + " does not come back: if libumad2sim is preloaded, start its simulator (ibsim"
                + " with the same IBSIM_SOCKNAME), and the agent goes on by itself; else restart"
                + " the agent without LD_PRELOAD";
    }
}

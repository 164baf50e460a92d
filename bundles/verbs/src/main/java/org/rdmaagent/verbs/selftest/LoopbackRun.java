// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.selftest;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** Sends messages one after the other, each when the one before has come, and compares them. */
final class LoopbackRun {
    /** Longer than all resends of an RC pair together. */
    static final long MESSAGE_NANOS = TimeUnit.SECONDS.toNanos(5);

    static final long RUN_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final double NANOS_OF_SECOND = 1e9;
    private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

    private final LoopbackPair pair;
    private final LongSupplier nanoTime;
    private final BooleanSupplier stopped;
    private final Latencies latencies = new Latencies();
    private final CompletionQueue sentQueue;
    private final CompletionQueue receivedQueue;
    private long firstPostNanos;
    private long lastCompletionNanos;
    private int errors;
    private String trouble = "";

    LoopbackRun(LoopbackPair pair, LongSupplier nanoTime, BooleanSupplier stopped) {
        this.pair = pair;
        this.nanoTime = nanoTime;
        this.stopped = stopped;
        this.sentQueue = pair.sent();
        this.receivedQueue = pair.received();
    }

    /** How many messages came whole, and how long each took. */
    Latencies latencies() {
        return latencies;
    }

    /**
     * How many came whole in a second, from the first post to the last completion; 0 if none did.
     */
    long perSecond() {
        long wall = lastCompletionNanos - firstPostNanos;
        return wall <= 0 ? 0 : Math.round(latencies.count() * NANOS_OF_SECOND / wall);
    }

    /** Completions that failed, and messages that were damaged or never came. */
    int errors() {
        return errors;
    }

    /** What ended it before its time, or what was wrong; empty if nothing. */
    String trouble() {
        return trouble;
    }

    /** Sends so many, unless something ends it. */
    void run(int messages) {
        long begun = nanoTime.getAsLong();
        for (int message = 1; message <= messages; message++) {
            if (stopped.getAsBoolean()) {
                trouble = "message " + message + " was not sent: the verbs bundle is being stopped";
                return;
            }
            if (nanoTime.getAsLong() - begun > RUN_NANOS) {
                trouble =
                        "its time limit of "
                                + TimeUnit.NANOSECONDS.toSeconds(RUN_NANOS)
                                + " s ended it before message "
                                + message
                                + ": ask for fewer or shorter messages";
                return;
            }
            if (!attempt(message)) {
                return;
            }
        }
    }

    private boolean attempt(int message) {
        try {
            return send(message);
        } catch (RdmaException e) {
            fail("message " + message + ": " + e.getMessage());
            return false;
        }
    }

    /** One message; whether to go on. */
    private boolean send(int message) {
        fill(message);
        pair.postReceive(message);
        long posted = nanoTime.getAsLong();
        if (message == 1) {
            firstPostNanos = posted;
        }
        pair.postSend(message);
        boolean sent = false;
        long received = 0;
        while (!sent || received == 0) {
            long now = nanoTime.getAsLong();
            List<WorkCompletion> receives = receivedQueue.poll(1);
            List<WorkCompletion> sends = sentQueue.poll(1);
            if (anyFailed(message, receives) || anyFailed(message, sends)) {
                return false;
            }
            sent |= !sends.isEmpty();
            if (!receives.isEmpty()) {
                received = Math.max(1, nanoTime.getAsLong() - posted);
            } else if (now - posted > MESSAGE_NANOS) {
                fail(
                        "message "
                                + message
                                + " never came: look at the counters of the port, and on RoCE at"
                                + " its IP address and the firewall (UDP port 4791)");
                return false;
            }
            Thread.onSpinWait();
        }
        lastCompletionNanos = nanoTime.getAsLong();
        compare(message, received);
        return true;
    }

    private boolean anyFailed(int message, List<WorkCompletion> completions) {
        for (WorkCompletion completion : completions) {
            if (!completion.succeeded()) {
                fail(
                        "message "
                                + message
                                + " failed: "
                                + completion.status()
                                + ", vendor error "
                                + completion.vendorErr()
                                + ": "
                                + advice(completion.status()));
                return true;
            }
        }
        return false;
    }

    private static String advice(WorkCompletionStatus status) {
        return switch (status) {
            case RETRY_EXC_ERR, RESP_TIMEOUT_ERR ->
                    "no packet comes back: look at the state of the port, and on RoCE at its IP"
                            + " address and the firewall (UDP port 4791)";
            case WR_FLUSH_ERR -> "the queue pair was stopped: look at the events of the device";
            case FATAL_ERR, GENERAL_ERR -> "the adapter failed: look at the kernel's log";
            default -> "see ibv_poll_cq(3); the adapter or its driver does not do what it should";
        };
    }

    private void fail(String why) {
        errors++;
        trouble = why;
    }

    /** A message unlike the one before it at every place. */
    private void fill(int message) {
        ByteBuffer to = pair.source().buffer();
        long next = message * SPREAD;
        while (to.remaining() >= Long.BYTES) {
            to.putLong(next);
            next += SPREAD;
        }
        while (to.hasRemaining()) {
            to.put((byte) (next >>> 56));
            next += SPREAD;
        }
    }

    private void compare(int message, long nanos) {
        ByteBuffer expected = pair.source().buffer();
        ByteBuffer actual = pair.target().buffer();
        actual.position(pair.offset());
        int mismatch = expected.mismatch(actual);
        if (mismatch < 0) {
            latencies.add(nanos);
        } else {
            fail(
                    "message "
                            + message
                            + " is damaged from byte "
                            + mismatch
                            + " on: the memory, the adapter or its driver is faulty");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.selftest;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.PortState;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.Port;
import org.rdmaagent.verbs.QpType;
import org.rdmaagent.verbs.SelfTestResult;
import org.rdmaagent.verbs.device.PortAdvice;
import org.rdmaagent.verbs.object.ClosingAll;
import org.rdmaagent.verbs.object.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs self-tests, one at a time on each port, each on a context of its own. For any thread. */
public final class SelfTests {
    /** How the names of the contexts begin. */
    public static final String CONTEXT = "selftest/";

    private static final int MOST_MESSAGES = 1_000_000;
    private static final int MOST_BYTES = 1 << 20;
    private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final Logger LOG = LoggerFactory.getLogger(SelfTests.class);

    private final VerbsLibrary library;
    private final Session session;
    private final LongSupplier nanoTime;
    private final Set<String> running = new HashSet<>();
    private volatile boolean stopped;

    /** Tests over this library. */
    public SelfTests(VerbsLibrary library, Session session, LongSupplier nanoTime) {
        this.library = library;
        this.session = session;
        this.nanoTime = nanoTime;
    }

    /** As {@link org.rdmaagent.verbs.VerbsService#selfTest}. */
    public SelfTestResult run(PortId id, int messages, int bytes) {
        requireRange("messages", messages, MOST_MESSAGES);
        requireRange("bytes", bytes, MOST_BYTES);
        Port port = library.queryPort(id);
        begin(CONTEXT + id);
        try {
            return test(port, messages, bytes);
        } finally {
            end(CONTEXT + id);
        }
    }

    private static void requireRange(String what, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(what + " lies in 1.." + most + ", not " + value);
        }
    }

    private synchronized void begin(String context) {
        if (!running.add(context)) {
            throw new RdmaException(
                    "self-test",
                    Errno.of(16),
                    context.substring(CONTEXT.length()),
                    "another one runs: wait for its end");
        }
    }

    private synchronized void end(String context) {
        running.remove(context);
        notifyAll();
    }

    /** Whether a context is that of a test that runs. */
    public synchronized boolean isRunning(String context) {
        return running.contains(context);
    }

    /**
     * Closes what a test has left; none begins there meanwhile.
     *
     * @param context one whose name begins with {@link #CONTEXT}
     * @return what failed, in words; empty if nothing is left
     */
    public List<String> close(DeviceContext context) {
        try {
            begin(context.name());
        } catch (RdmaException e) {
            return List.of(String.valueOf(e.getMessage()));
        }
        try {
            return ClosingAll.of(context);
        } finally {
            end(context.name());
        }
    }

    /** Whether none runs. */
    public synchronized boolean idle() {
        return running.isEmpty();
    }

    /** Ends those that run, and waits until they have taken everything down. */
    public synchronized void stop() {
        stopped = true;
        long end = System.nanoTime() + STOP_NANOS;
        try {
            while (!running.isEmpty() && end - System.nanoTime() > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, end - System.nanoTime()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private SelfTestResult test(Port port, int messages, int bytes) {
        if (port.attributes().state() != PortState.ACTIVE) {
            return failed(port.id(), QpType.RC, messages, bytes, PortAdvice.of(port));
        }
        String name = CONTEXT + port.id();
        // What a test before could not close would be in the way.
        session.contexts().stream()
                .filter(context -> context.name().equals(name))
                .forEach(SelfTests::takeDown);
        DeviceContext context;
        try {
            context = session.open(port.id().device(), name);
        } catch (RdmaException e) {
            return failed(port.id(), QpType.RC, messages, bytes, String.valueOf(e.getMessage()));
        }
        try {
            return send(context, port, messages, bytes);
        } finally {
            takeDown(context);
        }
    }

    private SelfTestResult send(DeviceContext context, Port port, int messages, int bytes) {
        QpType transport = QpType.RC;
        try {
            LoopbackPair pair = LoopbackPair.on(context, port, bytes);
            transport = pair.transport();
            LoopbackRun run = new LoopbackRun(pair, nanoTime, () -> stopped);
            run.run(messages);
            return result(port.id(), transport, messages, bytes, run);
        } catch (RdmaException e) {
            return failed(port.id(), transport, messages, bytes, String.valueOf(e.getMessage()));
        }
    }

    private static void takeDown(DeviceContext context) {
        List<String> failures = ClosingAll.of(context);
        if (!failures.isEmpty()) {
            LOG.warn("{} could not be closed whole: {}", context.name(), failures);
        }
    }

    private static SelfTestResult failed(
            PortId port, QpType transport, int messages, int bytes, String why) {
        return new SelfTestResult(port, transport, messages, bytes, 0, 1, 0, 0, 0, 0, 0, why);
    }

    private static SelfTestResult result(
            PortId port, QpType transport, int messages, int bytes, LoopbackRun run) {
        Latencies latencies = run.latencies();
        long rate = run.perSecond();
        return new SelfTestResult(
                port,
                transport,
                messages,
                bytes,
                latencies.count(),
                run.errors(),
                rate,
                rate * bytes,
                latencies.percentile(50),
                latencies.percentile(99),
                latencies.percentile(100),
                text(port, transport, messages, bytes, run));
    }

    private static String text(
            PortId port, QpType transport, int messages, int bytes, LoopbackRun run) {
        String sum =
                String.format(
                        Locale.ROOT,
                        "%s on %s: %d of %d messages of %d bytes came whole, one at a time",
                        transport,
                        port,
                        run.latencies().count(),
                        messages,
                        bytes);
        if (!run.trouble().isEmpty()) {
            return sum + "; " + run.trouble();
        }
        return String.format(
                Locale.ROOT,
                "%s: RDMA works; half of them took at most %.1f us",
                sum,
                run.latencies().percentile(50) / 1e3);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.netdisc;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.netdisc.child.ScanQuestion;
import org.rdmaagent.spi.FabricScan;
import org.rdmaagent.spi.FabricScanRequest;
import org.rdmaagent.spi.ScannedFabric;

/**
 * A scan in its process.
 *
 * <p>Three threads, which end with the scan: one starts the process, waits for its end or the
 * deadline and settles the result; one reads the answer; one reads what the library says. The first
 * must live as long as the process, since the process ends with the thread that started it (see
 * {@code Precautions}). Any thread closes.
 */
final class ChildScan implements FabricScan {
    /** After SIGKILL; a process that outlives it is in the kernel, and only the kernel knows. */
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final FabricScanRequest request;
    private final ScanQuestion question;
    private final ScanCommand command;
    private final Path folder;
    private final SaidLines said;
    private final Consumer<ChildScan> whenEnded;
    private final CompletableFuture<Process> started = new CompletableFuture<>();
    private final CompletableFuture<ScannedFabric> result = new CompletableFuture<>();
    private final Thread thread;
    private volatile @Nullable Thread listening;
    private volatile boolean closed;

    /**
     * @param folder for the files of the process; this scan deletes it
     * @param whenEnded told once, before the result is
     */
    ChildScan(
            FabricScanRequest request,
            ScanQuestion question,
            ScanCommand command,
            Path folder,
            SaidLines said,
            Consumer<ChildScan> whenEnded) {
        this.request = request;
        this.question = question;
        this.command = command;
        this.folder = folder;
        this.said = said;
        this.whenEnded = whenEnded;
        this.thread = daemon(this::run, "scan");
    }

    /**
     * Starts the process.
     *
     * @throws IOException if there is none to be had
     */
    void start() throws IOException {
        thread.start();
        try {
            started.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // it starts all the same
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failed ? failed : new IOException(e);
        }
    }

    private void run() {
        Process process;
        try {
            process = command.start(folder);
        } catch (IOException | RuntimeException e) {
            ScanFolder.delete(folder);
            whenEnded.accept(this);
            started.completeExceptionally(e);
            return;
        }
        started.complete(process);
        if (closed) {
            kill(process);
        }
        Outcome outcome = follow(process);
        ScanFolder.delete(folder);
        whenEnded.accept(this);
        outcome.settle(result);
    }

    /** Either; the other is null. */
    private record Outcome(@Nullable ScannedFabric fabric, @Nullable RdmaException failure) {
        void settle(CompletableFuture<ScannedFabric> result) {
            if (fabric != null) {
                result.complete(fabric);
            } else if (failure != null) {
                result.completeExceptionally(failure);
            }
        }
    }

    private Outcome follow(Process process) {
        FutureTask<ScannedFabricReader.Answer> answer =
                new FutureTask<>(() -> ScannedFabricReader.read(process.getInputStream()));
        Thread reader = daemon(answer, "answer");
        Thread listener = daemon(() -> said.readAll(process.getErrorStream()), "said");
        listening = listener;
        reader.start();
        listener.start();
        ask(process);
        long deadlineNanos = TimeUnit.NANOSECONDS.convert(request.deadline()); // never overflows
        boolean late = false;
        try {
            if (!process.waitFor(deadlineNanos, TimeUnit.NANOSECONDS)) {
                late = true;
                kill(process);
                awaitKilled(process);
            }
            process.waitFor();
            reader.join();
            listener.join(
                    TimeUnit.NANOSECONDS.toMillis(GRACE_NANOS)); // a user's code may run there
        } catch (InterruptedException e) {
            kill(process);
            return new Outcome(null, ScanFailure.closed(request.port()));
        } finally {
            closeQuietly(process.getOutputStream());
            closeQuietly(process.getInputStream());
        }
        return outcome(process.exitValue(), late, answer);
    }

    /** Nobody waits for a process that cannot be killed; its thread does, for its traces. */
    private void awaitKilled(Process process) throws InterruptedException {
        if (!process.waitFor(GRACE_NANOS, TimeUnit.NANOSECONDS)) {
            result.completeExceptionally(
                    ScanFailure.late(request, "nothing: it is still in the kernel (dmesg)"));
        }
    }

    /** It keeps the pipe open: at its end the process ends. A failure shows in its exit. */
    private void ask(Process process) {
        try {
            question.writeTo(process.getOutputStream());
        } catch (IOException e) {
            kill(process);
        }
    }

    private Outcome outcome(
            int status, boolean late, FutureTask<ScannedFabricReader.Answer> answered) {
        String last = said.last();
        if (closed) {
            return new Outcome(null, ScanFailure.closed(request.port()));
        }
        try {
            ScannedFabricReader.Answer answer = answered.get();
            if (answer.code() != 0) {
                return failed(ScanFailure.told(request.port(), answer.code(), answer.text(), last));
            }
            return answer.fabric().nodes().isEmpty()
                    ? failed(ScanFailure.silent(request, last))
                    : new Outcome(answer.fabric(), null);
        } catch (ExecutionException | InterruptedException e) {
            if (late) {
                return failed(ScanFailure.late(request, last));
            }
            return failed(
                    status == 0
                            ? ScanFailure.damaged(
                                    request.port(), String.valueOf(e.getMessage()), last)
                            : ScanFailure.ended(request.port(), status, last));
        }
    }

    private static Outcome failed(RdmaException failure) {
        return new Outcome(null, failure);
    }

    @Override
    public CompletionStage<ScannedFabric> result() {
        return result.minimalCompletionStage();
    }

    @Override
    public boolean isOpen() {
        return !closed && !result.isDone();
    }

    @Override
    public void close() {
        if (result.isDone()) {
            return;
        }
        closed = true;
        Process process = started.isCompletedExceptionally() ? null : started.getNow(null);
        if (process != null) {
            kill(process);
        }
    }

    /** Not by {@link Process}, which would close the streams under those who read them. */
    private static void kill(Process process) {
        process.toHandle().destroyForcibly();
    }

    /** Waits until nothing of it is left, unless one of its own threads asks. */
    void awaitEnd(long timeoutMillis) {
        Thread current = Thread.currentThread();
        try {
            if (current != thread && current != listening) {
                thread.join(timeoutMillis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Thread daemon(Runnable role, String name) {
        Thread daemon = new Thread(role, "rdma-netdisc-" + name + "-" + request.port());
        daemon.setDaemon(true);
        daemon.setContextClassLoader(null);
        return daemon;
    }

    private static void closeQuietly(Closeable stream) {
        try {
            stream.close();
        } catch (IOException e) {
            // The other end is gone.
        }
    }
}

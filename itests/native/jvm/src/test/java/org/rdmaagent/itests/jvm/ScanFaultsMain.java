// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.jna.netdisc.ChildFabricLibrary;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.umad.UmadTransport;
import org.rdmaagent.spi.FabricScan;
import org.rdmaagent.spi.FabricScanListener;
import org.rdmaagent.spi.FabricScanRequest;

/**
 * What may happen to a scan's process, in a JVM of its own: each line is the result of a scan. The
 * listener holds the library in mid-scan: it writes more than the pipe holds.
 */
public final class ScanFaultsMain implements AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofSeconds(5);

    private final Path folder;
    private final UmadTransport transport = new UmadTransport(new HostFiles());
    private final ChildFabricLibrary library;
    private final PortId port = transport.ports().get(0);
    private @Nullable FabricScan current;

    private ScanFaultsMain(Path folder) {
        this.folder = folder;
        this.library = new ChildFabricLibrary(transport, folder);
    }

    /**
     * Runs.
     *
     * @param arguments a folder; then what is to happen, one scan each
     */
    public static void main(String[] arguments) throws IOException {
        try (ScanFaultsMain main = new ScanFaultsMain(Path.of(arguments[0]))) {
            main.scan("first", LONG, line -> {});
            Leftovers before = Leftovers.now(main.folder);
            for (int fault = 1; fault < arguments.length; fault++) {
                main.happen(arguments[fault]);
            }
            System.out.println("before=" + before);
            System.out.println("after=" + Leftovers.now(main.folder));
        }
        System.out.println("closed=" + Leftovers.now(Path.of(arguments[0])));
    }

    private void happen(String fault) throws IOException {
        switch (fault) {
            case "kill" -> scan(fault, LONG, once(ScanFaultsMain::lookAndKill));
            case "stop" -> scan(fault, SHORT, once(() -> signal(Signals.SIGSTOP)));
            case "close" -> scan(fault, LONG, once(this::closeCurrent));
            case "closeAtOnce" -> closeAtOnce();
            case "closeLibrary" -> scan(fault, LONG, once(library::close));
            case "throw" ->
                    scan(
                            fault,
                            LONG,
                            line -> {
                                throw new IllegalStateException(line);
                            });
            case "swept" -> {
                sweepAway();
                scan(fault, LONG, line -> {});
            }
            case "good" -> scan(fault, LONG, line -> {});
            default -> failAt(fault);
        }
    }

    /** As who cleans the folder of temporary files does. */
    private void sweepAway() throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
        System.out.println("sweptAway=" + files.size());
    }

    /** Makes the receive of this number fail. */
    private void failAt(String number) throws IOException {
        Path file = Path.of(System.getenv("RECEIVES_FAIL_FILE"));
        Files.writeString(file, number);
        scan(number, LONG, line -> {});
        Files.delete(file);
    }

    private static FabricScanListener once(Runnable action) {
        CountDownLatch first = new CountDownLatch(1);
        return line -> {
            if (first.getCount() > 0) {
                first.countDown();
                action.run();
            }
        };
    }

    private static void lookAndKill() {
        try {
            Path limits = Path.of("/proc/" + Signals.onlyChild() + "/limits");
            Files.readAllLines(limits).stream()
                    .filter(line -> line.startsWith("Max core file size"))
                    .forEach(line -> System.out.println("core=" + line.replaceAll(" +", " ")));
        } catch (IOException e) {
            System.out.println("core=" + e);
        }
        signal(Signals.SIGKILL);
    }

    private static void signal(int signal) {
        Signals.send(Signals.onlyChild(), signal);
    }

    private synchronized void closeCurrent() {
        Objects.requireNonNull(current).close();
    }

    private void closeAtOnce() {
        FabricScan scan = library.scan(request(LONG), line -> {});
        scan.close();
        scan.close();
        System.out.println("openAfterClose=" + scan.isOpen());
        print("closeAtOnce", scan);
    }

    private FabricScanRequest request(Duration deadline) {
        return new FabricScanRequest(
                port, DirectedRoute.LOCAL, 0, 4, 1000, 3, 0, true, 0, deadline);
    }

    private void scan(String name, Duration deadline, FabricScanListener listener) {
        try {
            FabricScan scan;
            synchronized (this) {
                scan = library.scan(request(deadline), listener);
                current = scan;
            }
            print(name, scan);
        } catch (RdmaException e) {
            System.out.println(name + "=" + e.getMessage());
        }
    }

    private static void print(String name, FabricScan scan) {
        try {
            int nodes = scan.result().toCompletableFuture().join().nodes().size();
            System.out.println(name + "=" + nodes + " nodes");
        } catch (CompletionException e) {
            System.out.println(name + "=" + Objects.requireNonNull(e.getCause()).getMessage());
        }
    }

    @Override
    public void close() {
        library.close();
        transport.close();
    }
}

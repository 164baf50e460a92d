// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.fabric.DirectedRoute;
import org.rdmaagent.jna.netdisc.ChildFabricLibrary;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.umad.UmadTransport;
import org.rdmaagent.spi.FabricScan;
import org.rdmaagent.spi.FabricScanRequest;
import org.rdmaagent.spi.ScannedFabric;

/** Scans with libibnetdisc as the agent does, in a JVM of its own: what is seen, line by line. */
public final class ScansMain {
    private ScansMain() {}

    /**
     * Runs.
     *
     * @param arguments a folder; then scans: {@code FROM;HOPS;SMPS;MKEY}, such as {@code
     *     0,1;2;16;0}
     */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        try (UmadTransport transport = new UmadTransport(new HostFiles());
                ChildFabricLibrary library = new ChildFabricLibrary(transport, folder)) {
            for (int scan = 1; scan < arguments.length; scan++) {
                Path file = folder.resolve("scan" + scan + ".txt");
                scan(library, request(transport.ports().get(0), arguments[scan]), file, scan);
            }
        }
    }

    private static FabricScanRequest request(PortId port, String text) {
        String[] parts = text.split(";");
        return new FabricScanRequest(
                parts.length > 4 ? port(parts[4]) : port,
                DirectedRoute.parse(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                1000,
                3,
                0,
                true,
                Long.decode(parts[3]),
                Duration.ofSeconds(60));
    }

    private static PortId port(String text) {
        int slash = text.indexOf('/');
        return new PortId(text.substring(0, slash), Integer.parseInt(text.substring(slash + 1)));
    }

    private static void scan(
            ChildFabricLibrary library, FabricScanRequest request, Path file, int number)
            throws IOException {
        List<String> said = new ArrayList<>();
        long start = System.nanoTime();
        try (FabricScan scan = library.scan(request, said::add)) {
            ScannedFabric fabric = scan.result().toCompletableFuture().join();
            Files.write(file, ScannedLines.of(fabric));
            System.out.println(number + ".nodes=" + fabric.nodes().size());
            System.out.println(number + ".hops=" + fabric.maxHopsDiscovered());
            System.out.println(number + ".mads=" + fabric.madsUsed());
            System.out.println(number + ".first=" + fabric.nodes().get(0).route());
            System.out.println(number + ".open=" + scan.isOpen());
        } catch (CompletionException e) {
            System.out.println(number + ".failed=" + cause(e).getMessage());
        } catch (RdmaException e) {
            System.out.println(number + ".refused=" + e.getMessage());
        }
        System.out.println(number + ".said=" + said.size());
        System.out.println(
                number + ".lastSaid=" + (said.isEmpty() ? "" : said.get(said.size() - 1)));
        System.out.println(
                number + ".millis=" + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    }

    private static Throwable cause(CompletionException e) {
        return Objects.requireNonNull(e.getCause());
    }
}

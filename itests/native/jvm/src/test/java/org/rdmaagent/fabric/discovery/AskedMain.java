// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.NodeAddress;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.jna.netdisc.ChildFabricLibrary;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.umad.UmadTransport;
import org.rdmaagent.mad.text.IbnetdiscoverWriter;
import org.rdmaagent.spi.ProviderProperties;

/**
 * The discovery service with both engines over libibumad and libibnetdisc, in a JVM of its own:
 * answers questions one after the other.
 */
public final class AskedMain {
    private final FabricDiscovery fabric;
    private final PortId port;
    private final Path folder;

    private AskedMain(FabricDiscovery fabric, PortId port, Path folder) {
        this.fabric = fabric;
        this.port = port;
        this.folder = folder;
    }

    /**
     * Runs.
     *
     * @param arguments a folder; then questions {@code ENGINE;FROM;HOPS}, such as {@code
     *     java;0,1;2}, hops empty for no limit: what the Nth finds is in {@code N.topo}, and
     *     printed
     */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        FabricSettings settings = FabricSettings.of(new SweepSettings(16, 1000, 2));
        FabricDiscovery fabric =
                new FabricDiscovery(settings, Clock.systemUTC(), System.err::println);
        try (UmadTransport transport = new UmadTransport(new HostFiles());
                ChildFabricLibrary library = new ChildFabricLibrary(transport, folder)) {
            fabric.bindTransport(
                    transport, Map.of(ProviderProperties.PROVIDER, ProviderProperties.JNA));
            fabric.bindLibrary(library);
            AskedMain asked = new AskedMain(fabric, fabric.ports().get(0), folder);
            for (int number = 1; number < arguments.length; number++) {
                asked.answer(number, arguments[number].split(";", -1));
            }
        } finally {
            fabric.deactivate();
        }
    }

    private void answer(int number, String[] question) throws IOException, InterruptedException {
        OptionalInt hops =
                question[2].isEmpty()
                        ? OptionalInt.empty()
                        : OptionalInt.of(Integer.parseInt(question[2]));
        DiscoveryRequest request =
                new DiscoveryRequest(
                                NodeAddress.parse(question[1]),
                                hops,
                                DiscoveryRequest.WHOLE.engine(),
                                OptionalInt.empty(),
                                OptionalInt.empty(),
                                false)
                        .by(question[0]);
        try {
            Topology found = fabric.discover(port, request).toCompletableFuture().get();
            Files.writeString(folder.resolve(number + ".topo"), IbnetdiscoverWriter.write(found));
            System.out.println(number + ".source=" + found.source());
            System.out.println(number + ".complete=" + found.complete());
            System.out.println(number + ".failed=" + found.failedPaths());
        } catch (ExecutionException e) {
            System.out.println(
                    number + ".refused=" + Objects.requireNonNull(e.getCause()).getMessage());
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.ops4j.pax.exam.CoreOptions.options;
import static org.ops4j.pax.exam.CoreOptions.systemProperty;
import static org.ops4j.pax.exam.karaf.options.KarafDistributionOption.configureConsole;
import static org.ops4j.pax.exam.karaf.options.KarafDistributionOption.editConfigurationFilePut;
import static org.ops4j.pax.exam.karaf.options.KarafDistributionOption.karafDistributionConfiguration;
import static org.ops4j.pax.exam.karaf.options.KarafDistributionOption.keepRuntimeFolder;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.OptionUtils;
import org.ops4j.pax.exam.options.extra.VMOption;

/** How Pax Exam runs our tar.gz: simulated, on free loopback ports. */
final class Distribution {
    private static final int LEAST_PORT = 10_240;

    /** Where net.ipv4.ip_local_port_range of Linux begins. */
    private static final int EPHEMERAL_PORTS = 32_768;

    private static final String KARAF = System.getProperty("karaf.version");

    private Distribution() {}

    static Option[] simulated() {
        return OptionUtils.combine(karaf(), OptionUtils.combine(java(), testRepository()));
    }

    private static Option[] karaf() {
        File archive = new File(System.getProperty("rdma.distribution"));
        return options(
                karafDistributionConfiguration()
                        .frameworkUrl(archive.toURI().toString())
                        .name("rdma-agent")
                        .karafVersion(KARAF)
                        .unpackDirectory(new File("target/exam"))
                        .useDeployFolder(false),
                keepRuntimeFolder(),
                // Pax Exam stops Karaf through the socket that the agent does without.
                editConfigurationFilePut("etc/custom.properties", "karaf.shutdown.port", "0"),
                configureConsole().ignoreLocalConsole().ignoreRemoteShell(),
                handedOn("rdma.fabric.jar"),
                handedOn("rdma.verbs.jar"),
                handedOn("rdma.dataplane.jar"),
                handedOn("rdma.multicast.jar"),
                handedOn("rdma.mlx4.jar"),
                handedOn("rdma.example.jar"),
                handedOn("rdma.long"));
    }

    /** What the tests inside the container ask for. */
    private static Option handedOn(String property) {
        return systemProperty(property).value(System.getProperty(property, ""));
    }

    /** Pax Exam starts Java itself: what bin/rdma-agent would add. */
    private static Option[] java() {
        String endorsed = "=lib/endorsed/org.apache.karaf.specs.";
        return options(
                new VMOption("--add-reads=java.xml=java.logging"),
                new VMOption(
                        "--add-exports=java.base/org.apache.karaf.specs.locator=java.xml,ALL-UNNAMED"),
                new VMOption("--patch-module"),
                new VMOption("java.base" + endorsed + "locator-" + KARAF + ".jar"),
                new VMOption("--patch-module"),
                new VMOption("java.xml" + endorsed + "java.xml-" + KARAF + ".jar"),
                new VMOption("-Drdma.provider.mode=sim"),
                new VMOption("-Drdma.http.port=" + freePort()),
                new VMOption("-Drdma.jmx.port=" + freePort()));
    }

    /** The agent itself never looks outside its own folder; Pax Exam's bundles come from Maven. */
    private static Option[] testRepository() {
        String file = "etc/org.ops4j.pax.url.mvn.cfg";
        String pid = "org.ops4j.pax.url.mvn.";
        String settings = System.getProperty("user.home") + "/.m2/settings.xml";
        return options(
                editConfigurationFilePut(
                        file, pid + "settings", new File(settings).exists() ? settings : ""),
                editConfigurationFilePut(
                        file, pid + "localRepository", System.getProperty("rdma.repository")),
                editConfigurationFilePut(file, pid + "useFallbackRepositories", "true"));
    }

    /**
     * A port that nobody listens on, and that the kernel gives to nobody by itself: it is bound
     * much later.
     */
    private static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(LEAST_PORT, EPHEMERAL_PORTS);
            try (ServerSocket socket =
                    new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // Somebody has it: the next one.
            }
        }
    }
}

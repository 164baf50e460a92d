// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.wiring.BundleWiring;

/** A bundle that is replaced by its own jar again and again, and the class loaders it has had. */
final class SwappedBundle {
    private static final long COLLECTION_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Bundle bundle;
    private final Path jar;
    private final List<WeakReference<ClassLoader>> formerLoaders = new ArrayList<>();
    private long updateNanos;

    /** The bundle "org.rdmaagent.NAME"; its jar is what the property "rdma.NAME.jar" says. */
    SwappedBundle(BundleContext context, String name) {
        this(
                Arrays.stream(context.getBundles())
                        .filter(one -> ("org.rdmaagent." + name).equals(one.getSymbolicName()))
                        .findFirst()
                        .orElseThrow(),
                Path.of(System.getProperty("rdma." + name + ".jar")));
    }

    /** A bundle of the test's own. */
    SwappedBundle(Bundle bundle, Path jar) {
        this.bundle = bundle;
        this.jar = jar;
    }

    /** Replaces it while it runs. */
    void update() throws IOException, BundleException {
        ClassLoader former = loader();
        long begun = System.nanoTime();
        try (InputStream in = Files.newInputStream(jar)) {
            bundle.update(in);
        }
        updateNanos += System.nanoTime() - begun;
        assertEquals(Bundle.ACTIVE, bundle.getState());
        assertNotEquals("it is another revision", former, loader());
        formerLoaders.add(new WeakReference<>(former));
    }

    /** Takes it away; its loader is a former one, too. */
    void uninstall() throws BundleException {
        formerLoaders.add(new WeakReference<>(loader()));
        bundle.uninstall();
    }

    /** Collects garbage until no former loader stays; how many stay nevertheless. */
    long staying() throws InterruptedException {
        long end = System.nanoTime() + COLLECTION_NANOS;
        long staying;
        do {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(50);
            staying = formerLoaders.stream().filter(loader -> loader.get() != null).count();
        } while (staying > 0 && System.nanoTime() < end);
        return staying;
    }

    /** In figures what was done. */
    String summary() {
        return bundle.getSymbolicName()
                + ": "
                + formerLoaders.size()
                + " updates, "
                + TimeUnit.NANOSECONDS.toMillis(updateNanos / Math.max(1, formerLoaders.size()))
                + " ms each";
    }

    /**
     * What an engineer needs who looks for the one that holds a loader.
     *
     * @return our classes that are loaded more than once, and where a dump of the heap lies
     */
    static String evidence() throws IOException, JMException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        Path dump = Path.of(System.getProperty("karaf.data"), "staying-loaders.hprof");
        Files.deleteIfExists(dump);
        server.invoke(
                new ObjectName("com.sun.management:type=HotSpotDiagnostic"),
                "dumpHeap",
                new Object[] {dump.toString(), true},
                new String[] {String.class.getName(), boolean.class.getName()});
        Object histogram =
                server.invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {null},
                        new String[] {String[].class.getName()});
        StringBuilder ours = new StringBuilder("heap dump: " + dump + "\n");
        String.valueOf(histogram)
                .lines()
                .filter(line -> line.contains("org.rdmaagent."))
                .forEach(line -> ours.append(line).append('\n'));
        return ours.toString();
    }

    private ClassLoader loader() {
        return bundle.adapt(BundleWiring.class).getClassLoader();
    }
}

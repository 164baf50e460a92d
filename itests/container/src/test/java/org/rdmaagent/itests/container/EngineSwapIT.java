// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import javax.inject.Inject;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Engines that are swapped by the configured file, as an operator does it, under a reader. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class EngineSwapIT {
    private static final Logger LOG = LoggerFactory.getLogger(EngineSwapIT.class);
    private static final int SWAPS = Boolean.getBoolean("rdma.long") ? 100 : 10;
    private static final List<String> ENGINES = List.of("java", "libibnetdisc");
    private static final String M_KEY = "5ec7e75ec7e75ec7";

    @Inject private SimulatedWorld world;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private Path file;
    private ObjectName fabric;
    private String before;

    @Configuration
    public Option[] configuration() {
        return Distribution.simulated();
    }

    @Before
    public void theFirstSweepHasEnded() throws Exception {
        fabric = new ObjectName("rdma:type=Fabric,device=mlx4_0,port=1");
        file = Path.of(System.getProperty("karaf.etc"), "org.rdmaagent.fabric.cfg");
        before = Files.readString(file);
        Waiting.until("end of the first sweep", () -> sweptBy("java"));
    }

    @After
    public void repair() throws Exception {
        Files.writeString(file, before);
        Waiting.until("the engine of before", () -> sweptBy("java"));
    }

    @Test
    public void noReadFailsWhileEnginesAreSwapped() throws Exception {
        assertEquals(ENGINES, Arrays.asList((String[]) value("Engines")));
        SteadyReader reader = new SteadyReader(JolokiaViewer.ofThisContainer());
        EagerReader eager = new EagerReader(server);
        try {
            for (int swap = 1; swap <= SWAPS; swap++) {
                String engine = ENGINES.get(swap % 2);
                int rounds = reader.rounds();
                configure("engine", engine);
                Waiting.until("sweep by " + engine, () -> sweptBy(engine));
                assertEquals(engine, discover().get("engine"));
                Waiting.until("read", () -> reader.rounds() > rounds);
            }
        } finally {
            reader.end();
            eager.end();
        }
        LOG.info("{} swaps: {}; {}", SWAPS, reader.summary(), eager.summary());
        assertEquals(Set.of(), reader.complaints());
        assertEquals(Set.of(), eager.complaints());
        assertEquals(0, reader.restarting());
    }

    @Test
    public void anEngineThatDoesNotExistIsToldToWhoeverSweepsAndTheResultStays() throws Exception {
        configure("engine", "swift");
        Waiting.until("the engine that was configured", () -> "swift".equals(value("Engine")));
        try {
            discover();
            throw new AssertionError("it swept");
        } catch (RuntimeMBeanException e) {
            String text = String.valueOf(e.getCause());
            assertTrue(text, text.contains("there is no engine 'swift'"));
            assertTrue(text, text.contains("etc/org.rdmaagent.fabric.cfg"));
        }
        assertEquals(true, value("Complete"));
        assertEquals("java", value("LastSweepEngine"));
    }

    /** Whoever reads every attribute of every MBean does not meet it, nor does the log. */
    @Test
    public void theMKeyIsNowhereToBeRead() throws Exception {
        configure("mKey", "0x" + M_KEY);
        configure("engine", "libibnetdisc");
        Waiting.until("sweep with the M_Key", () -> sweptBy("libibnetdisc"));
        invoke("debug", new Object[] {2}, "int");
        discover();
        invoke("debug", new Object[] {0}, "int");
        for (ObjectName name : server.queryNames(null, null)) {
            for (var attribute : server.getMBeanInfo(name).getAttributes()) {
                if (attribute.isReadable()) {
                    assertSilent(name + " " + attribute.getName(), text(name, attribute.getName()));
                }
            }
        }
        Path log = Path.of(System.getProperty("karaf.log"), "rdma-agent.log");
        if (Files.exists(log)) {
            assertSilent(log.toString(), Files.readString(log));
        }
        assertEquals(world.topology().links().size(), value("LinkCount"));
    }

    private static void assertSilent(String where, String text) {
        assertTrue(where, !text.toLowerCase(Locale.ROOT).contains(M_KEY));
        assertTrue(where, !text.contains(Long.toString(Long.parseLong(M_KEY, 16))));
    }

    private String text(ObjectName name, String attribute) {
        try {
            Object value = server.getAttribute(name, attribute);
            return value instanceof Object[] array ? Arrays.deepToString(array) : "" + value;
        } catch (JMException | RuntimeException e) {
            return e.toString();
        }
    }

    private void configure(String key, String value) throws IOException {
        String text =
                Files.readString(file)
                        .lines()
                        .map(line -> line.startsWith(key + " =") ? key + " = " + value : line)
                        .collect(Collectors.joining("\n", "", "\n"));
        assertTrue(text, text.contains(key + " = " + value));
        Files.writeString(file, text);
    }

    private boolean sweptBy(String engine) {
        return engine.equals(value("Engine"))
                && engine.equals(value("LastSweepEngine"))
                && "".equals(value("LastError"))
                && Boolean.FALSE.equals(value("Running"));
    }

    private CompositeData discover() throws Exception {
        return (CompositeData) invoke("discover", new Object[0]);
    }

    private Object invoke(String operation, Object[] arguments, String... types)
            throws JMException {
        return server.invoke(fabric, operation, arguments, types);
    }

    private Object value(String attribute) {
        try {
            return server.getAttribute(fabric, attribute);
        } catch (JMException | RuntimeMBeanException e) {
            return e.toString();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.ops4j.pax.exam.CoreOptions.options;
import static org.ops4j.pax.exam.karaf.options.KarafDistributionOption.editConfigurationFilePut;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import javax.inject.Inject;
import org.jolokia.json.JSONObject;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.OptionUtils;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.rdmaagent.mlx4.BufferAllocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Attributes of mlx4 contexts from files, over HTTP and by a service, while bundles change. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class Mlx4IT {
    private static final Logger LOG = LoggerFactory.getLogger(Mlx4IT.class);
    private static final int SWAPS = Boolean.getBoolean("rdma.long") ? 100 : 10;
    private static final String QUEUE_PAIR = "org.rdmaagent.verbs.qp-";

    @Inject private BundleContext context;

    private final Mlx4Bean bean;

    public Mlx4IT() throws Exception {
        bean = new Mlx4Bean();
    }

    @Configuration
    public Option[] configuration() {
        String mlx4 = "etc/org.rdmaagent.mlx4-first.cfg";
        String pair = "etc/" + QUEUE_PAIR + "first.cfg";
        return OptionUtils.combine(
                Distribution.simulated(),
                options(
                        editConfigurationFilePut(mlx4, "device", "mlx4_0"),
                        editConfigurationFilePut(mlx4, "contexts", "qp/first"),
                        editConfigurationFilePut(mlx4, "allocator", "arena"),
                        editConfigurationFilePut(pair, "device", "mlx4_0")));
    }

    @Before
    public void theContextOfTheFileIsThere() throws Exception {
        Waiting.until("open gates", () -> Gates.areOpen(context));
        Waiting.until("MBean", bean::isRegistered);
        Waiting.until("queue pair", () -> holdsQueuePair("qp/first"));
    }

    @After
    public void takeBackWhatWasSet() throws Exception {
        JolokiaViewer admin = JolokiaViewer.ofThisContainer("admin");
        if (!Mlx4Bean.NOTHING.equals(bean.table("kept", "name"))) {
            JSONObject gone = admin.exec(Mlx4Bean.NAME, "destroyReceiveTable", "kept");
            assertEquals(gone.toString(), 200L, status(gone));
        }
        JSONObject back = admin.exec(Mlx4Bean.NAME, "setAllocator", "qp/first", "arena");
        assertEquals(back.toString(), 200L, status(back));
        assertEquals("org.rdmaagent.mlx4-first.cfg", bean.context("qp/first", "origin"));
    }

    private boolean holdsQueuePair(String name) {
        return bean.context(name, "objects") instanceof Integer objects && objects >= 3;
    }

    @Test
    public void whatAFileSaysIsInForceWithTheFirstObject() throws Exception {
        assertEquals("arena", bean.context("qp/first", "allocator.name"));
        assertEquals("org.rdmaagent.mlx4-first.cfg", bean.context("qp/first", "origin"));
        assertEquals(false, bean.context("qp/first", "needsReopen"));
        assertTrue((Long) bean.context("qp/first", "allocator.statistics.liveBytes") > 0);
        assertEquals(0L, bean.context("qp/first", "allocator.statistics.fallbacks"));
        assertEquals("sim", bean.attribute("Provider"));
    }

    @Test
    public void aViewerReadsEverythingOverHttpAndSetsNothing() throws Exception {
        JolokiaViewer viewer = JolokiaViewer.ofThisContainer();
        JSONObject read = viewer.read(Mlx4Bean.NAME);
        assertEquals(read.toString(), 200L, status(read));
        for (String user : new String[] {"viewer", "manager"}) {
            JSONObject refused =
                    JolokiaViewer.ofThisContainer(user)
                            .exec(Mlx4Bean.NAME, "setLogWqsRangeSize", "1");
            assertEquals(refused.toString(), 403L, status(refused));
        }
    }

    @Test
    public void aRangeIsSetOnceRefusedBeyondTheBoundAndUsedByATable() throws Exception {
        JolokiaViewer admin = JolokiaViewer.ofThisContainer("admin");
        JSONObject set = admin.exec(Mlx4Bean.NAME, "setLogWqsRangeSize", "2");
        assertEquals(set.toString(), 200L, status(set));
        assertEquals(2, bean.attribute("LogWqsRangeSize"));
        int bound = (Integer) bean.attribute("LogWqsRangeBound");
        JSONObject beyond =
                admin.exec(Mlx4Bean.NAME, "setLogWqsRangeSize", Integer.toString(bound + 1));
        assertTrue(beyond.toString(), String.valueOf(beyond.get("error")).contains("EINVAL"));
        assertEquals(2, bean.attribute("LogWqsRangeSize"));
        JSONObject made = admin.exec(Mlx4Bean.NAME, "createReceiveTable", "rss", "1", "64");
        assertEquals(made.toString(), 200L, status(made));
        assertEquals(true, bean.table("rss", "contiguous"));
        assertEquals(0, bean.attribute("LogWqsRangeSize"));
        assertEquals(1, bean.context("mlx4", "logWqsRange.lastUsed"));
        JSONObject gone = admin.exec(Mlx4Bean.NAME, "destroyReceiveTable", "rss");
        assertEquals(gone.toString(), 200L, status(gone));
        assertEquals(Mlx4Bean.NOTHING, bean.table("rss", "name"));
    }

    @Test
    public void aFileThatIsDroppedInIsInForceWhereItCanBeAndAReopeningDoesTheRest()
            throws Exception {
        Path pair = etc(QUEUE_PAIR + "late.cfg");
        Path file = etc("org.rdmaagent.mlx4-late.cfg");
        try {
            Files.writeString(pair, "device = mlx4_0\n");
            Waiting.until("queue pair", () -> holdsQueuePair("qp/late"));
            assertEquals("system", bean.context("qp/late", "allocator.name"));
            Files.writeString(file, "device = mlx4_0\ncontexts = qp/late\nallocator = hugepage\n");
            Waiting.until(
                    "plan", () -> Boolean.TRUE.equals(bean.context("qp/late", "needsReopen")));
            assertEquals("hugepage", bean.context("qp/late", "allocator.planned"));
            JSONObject reopened =
                    JolokiaViewer.ofThisContainer("admin").exec(Mlx4Bean.NAME, "reopen", "qp/late");
            assertEquals(reopened.toString(), 200L, status(reopened));
            Waiting.until("queue pair", () -> holdsQueuePair("qp/late"));
            assertEquals("hugepage", bean.context("qp/late", "allocator.name"));
            Files.writeString(file, "device = mlx4_0\ncontexts = qp/late\nallocator = arena\n");
            Waiting.until(
                    "edit in force",
                    () -> "arena".equals(bean.context("qp/late", "allocator.name")));
            assertEquals(false, bean.context("qp/late", "needsReopen"));
        } finally {
            Files.deleteIfExists(pair);
            Files.deleteIfExists(file);
        }
        Waiting.until("end", () -> bean.context("qp/late", "objects").equals(Mlx4Bean.NOTHING));
    }

    @Test
    public void anAllocatorThatGoesGetsItsBuffersBack() throws Exception {
        CountingPool pool = new CountingPool();
        ServiceRegistration<BufferAllocator> registration = register("pool", pool);
        Path pair = etc(QUEUE_PAIR + "pooled.cfg");
        Path file = etc("org.rdmaagent.mlx4-pooled.cfg");
        try {
            Files.writeString(file, "device = mlx4_0\ncontexts = qp/pooled\nallocator = pool\n");
            Files.writeString(pair, "device = mlx4_0\n");
            Waiting.until("queue pair", () -> holdsQueuePair("qp/pooled"));
            Waiting.until(
                    "plan", () -> "pool".equals(bean.context("qp/pooled", "allocator.planned")));
            if (Boolean.TRUE.equals(bean.context("qp/pooled", "needsReopen"))) {
                // The file of the queue pair was read before the other one.
                JSONObject reopened =
                        JolokiaViewer.ofThisContainer("admin")
                                .exec(Mlx4Bean.NAME, "reopen", "qp/pooled");
                assertEquals(reopened.toString(), 200L, status(reopened));
            }
            Waiting.until("memory of it", () -> pool.out() > 0);
            Waiting.until("queue pair", () -> holdsQueuePair("qp/pooled"));
            registration.unregister();
            assertTrue("nothing is taken away from under a queue", pool.out() > 0);
            Files.delete(pair);
            Waiting.until("all its memory", () -> pool.out() == 0);
            assertFalse("each with its size", pool.isWronged());
        } finally {
            Files.deleteIfExists(pair);
            Files.deleteIfExists(file);
        }
        Waiting.until("end", () -> bean.context("qp/pooled", "objects").equals(Mlx4Bean.NOTHING));
    }

    private ServiceRegistration<BufferAllocator> register(String name, BufferAllocator allocator) {
        return context.registerService(
                BufferAllocator.class,
                allocator,
                FrameworkUtil.asDictionary(Map.of(BufferAllocator.NAME, name)));
    }

    @Test
    public void theMlx4BundleIsReplacedUnderAReaderAndWhatWasChosenStays() throws Exception {
        swapUnderAReader("mlx4");
    }

    @Test
    public void theVerbsBundleIsReplacedUnderTheTables() throws Exception {
        swapUnderAReader("verbs");
    }

    private void swapUnderAReader(String name) throws Exception {
        JolokiaViewer admin = JolokiaViewer.ofThisContainer("admin");
        JSONObject chosen = admin.exec(Mlx4Bean.NAME, "setAllocator", "qp/first", "hugepage");
        assertEquals(chosen.toString(), 200L, status(chosen));
        JSONObject made = admin.exec(Mlx4Bean.NAME, "createReceiveTable", "kept", "2", "16");
        assertEquals(made.toString(), 200L, status(made));
        SwappedBundle bundle = new SwappedBundle(context, name);
        SteadyReader reader = reader();
        try {
            for (int swap = 0; swap < SWAPS; swap++) {
                bundle.update();
                int round = reader.rounds();
                Waiting.until(
                        "table after swap " + swap,
                        () -> Boolean.TRUE.equals(bean.table("kept", "contiguous")));
                assertEquals("hugepage", bean.context("qp/first", "allocator.name"));
                assertEquals("operator", bean.context("qp/first", "origin"));
                Waiting.until("reading", () -> reader.rounds() > round);
            }
        } finally {
            reader.end();
        }
        LOG.info("{}; {}", bundle.summary(), reader.summary());
        assertEquals(Set.of(), reader.complaints());
        long staying = bundle.staying();
        assertEquals(staying == 0 ? "" : SwappedBundle.evidence(), 0, staying);
    }

    /** The names of queue pairs that are gone stay for a while, and cannot be read. */
    private static SteadyReader reader() throws Exception {
        AtomicReference<SteadyReader> reader = new AtomicReference<>();
        Waiting.until(
                "names that can all be read",
                () -> {
                    try {
                        reader.set(new SteadyReader(JolokiaViewer.ofThisContainer()));
                        return true;
                    } catch (IOException e) {
                        return false;
                    }
                });
        return Objects.requireNonNull(reader.get());
    }

    private static Path etc(String file) {
        return Path.of(System.getProperty("karaf.etc"), file);
    }

    private static long status(JSONObject answer) {
        return answer.get("status") instanceof Number status ? status.longValue() : 0;
    }
}

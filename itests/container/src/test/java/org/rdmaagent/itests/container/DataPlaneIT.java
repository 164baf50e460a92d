// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static java.util.Objects.requireNonNull;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import static org.ops4j.pax.exam.CoreOptions.options;
import static org.ops4j.pax.exam.karaf.options.KarafDistributionOption.editConfigurationFilePut;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import javax.inject.Inject;
import org.jolokia.json.JSONArray;
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
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.wiring.FrameworkWiring;
import org.rdmaagent.PortId;
import org.rdmaagent.dataplane.CompletionHandler;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.QpNumber;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue pair, a loop and handlers, each from a file or a bundle, under numbered datagrams, while
 * handlers and the bundles behind the loop are replaced.
 */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class DataPlaneIT {
    private static final Logger LOG = LoggerFactory.getLogger(DataPlaneIT.class);
    private static final int SWAPS = Boolean.getBoolean("rdma.long") ? 100 : 5;
    private static final int BUFFERS = 256;
    private static final int MESSAGES_BETWEEN = 1_000;
    private static final String DEVICE = "mlx4_0";

    @Inject private BundleContext context;
    @Inject private VerbsLibrary library;

    private final DataPlaneBeans beans = new DataPlaneBeans();
    private final Numbers numbers = new Numbers();
    private final List<ServiceRegistration<?>> registrations = new ArrayList<>();
    private final List<DatagramLoad> loads = new ArrayList<>();

    @Configuration
    public Option[] configuration() {
        String pair = "etc/org.rdmaagent.verbs.qp-feed.cfg";
        String loop = "etc/org.rdmaagent.dataplane.loop-main.cfg";
        return OptionUtils.combine(
                Distribution.simulated(),
                options(
                        editConfigurationFilePut(pair, "device", DEVICE),
                        editConfigurationFilePut(pair, "maxRecvWr", Integer.toString(BUFFERS)),
                        editConfigurationFilePut(pair, "receiveBytes", "64"),
                        editConfigurationFilePut(loop, "queues", "feed"),
                        editConfigurationFilePut(loop, "idle", "backoff")));
    }

    @Before
    public void theQueueIsThereAndNobodyHandlesIt() throws Exception {
        Waiting.until("open gates", () -> Gates.areOpen(context));
        Waiting.until("queue pair", () -> beans.queuePair() != 0);
        Waiting.until("parked queue", () -> beans.isIn("PARKED"));
        beans.invoke("resetFigures");
    }

    @After
    public void leave() throws Exception {
        for (DatagramLoad load : loads) {
            load.close();
        }
        registrations.forEach(ServiceRegistration::unregister);
    }

    /** What comes is counted by the shipped handler, and a monitoring system reads it. */
    @Test
    public void whatIsCountedIsReadOverHttp() throws Exception {
        Path file =
                Path.of(
                        System.getProperty("karaf.etc"),
                        "org.rdmaagent.handlers.counting-feed.cfg");
        Files.writeString(file, "rdma.cq = feed\n");
        try {
            Waiting.until("handler", () -> beans.isHandledBy("org.rdmaagent.handlers"));
            DatagramLoad load = begin(() -> ((Number) beans.slot("completions")).longValue());
            Waiting.until("messages", () -> load.sent() > MESSAGES_BETWEEN);
            load.end();
            long sent = load.sent();
            Waiting.until(
                    "all of them", () -> Long.valueOf(sent).equals(beans.loop("Completions")));
            assertCounted(sent);
        } finally {
            Files.delete(file);
        }
        Waiting.until("parked queue", () -> beans.isIn("PARKED"));
    }

    private void assertCounted(long sent) throws Exception {
        JSONObject loop = read(DataPlaneBeans.LOOP);
        assertEquals("RUNNING", loop.get("State"));
        assertEquals(sent, number(loop, "Completions"));
        assertEquals(sent, number(object(loop, "Statuses"), "SUCCESS"));
        JSONObject slot = first(loop, "Slots");
        assertEquals("ACTIVE", slot.get("state"));
        assertEquals("sim", slot.get("port"));
        assertEquals(sent, number(slot, "handlerCompletions"));
        assertEquals(BUFFERS, number(slot, "receivesPosted"));
        assertEquals(sent, number(handler(), "completions"));
        // A handler is asked for its own once a second.
        Waiting.until("its figures", () -> object(handler(), "figures").containsValue(sent));
    }

    private JSONObject handler() throws Exception {
        return first(read("rdma:type=DataPlane"), "Handlers");
    }

    /** What arrives while a loop is paused waits in the queue. */
    @Test
    public void aPausedLoopLosesNothing() throws Exception {
        handle();
        DatagramLoad load = begin(numbers::received);
        Waiting.until("messages", this::more);
        beans.invoke("pause");
        assertEquals("PAUSED", beans.loop("State"));
        Waiting.until("full ring", () -> load.sent() - numbers.received() == window());
        assertEquals(16, beans.invoke("setBatchSize", 64, "int"));
        beans.invoke("resume");
        Waiting.until("messages", this::more);
        assertEquals(64, beans.invoke("setBatchSize", 16, "int"));
        assertNothingLost(load);
    }

    @Test
    public void aHandlerBundleIsReplacedInEveryWay() throws Exception {
        register(LongConsumer.class, numbers, "rdma.test", "numbers");
        SwappedBundle first = install("1.0.0");
        Waiting.until("first version", () -> beans.isHandledBy("1.0.0"));
        DatagramLoad load = begin(numbers::received);
        for (int swap = 0; swap < SWAPS; swap++) {
            Waiting.until("messages", this::more);
            first.update();
        }
        SwappedBundle second = install("2.0.0");
        Waiting.until("second version", () -> beans.isHandledBy("2.0.0"));
        first.uninstall();
        Waiting.until("messages", this::more);
        refresh();
        Waiting.until("messages after the refresh", this::more);
        second.uninstall();
        Waiting.until("parked queue", () -> beans.isIn("PARKED"));
        Waiting.until("full ring", () -> load.sent() - numbers.received() == window());
        SwappedBundle third = install("3.0.0");
        Waiting.until("messages", this::more);
        assertNothingLost(load);
        third.uninstall();
        refresh();
        LOG.info("{}; {} messages", first.summary(), numbers.received());
        assertGone(first, second, third);
    }

    @Test
    public void theDataplaneBundleIsReplaced() throws Exception {
        swap("dataplane");
    }

    @Test
    public void theVerbsBundleIsReplacedUnderTheLoop() throws Exception {
        swap("verbs");
    }

    /** The bundle of the examples is what its README says. */
    @Test
    public void theExampleIsDroppedIn() throws Exception {
        Path jar = Path.of(System.getProperty("rdma.example.jar"));
        Bundle bundle = context.installBundle(jar.toUri().toString());
        SwappedBundle example = new SwappedBundle(bundle, jar);
        bundle.start();
        Waiting.until("example", () -> beans.isHandledBy(bundle.getSymbolicName()));
        DatagramLoad load = begin(() -> ((Number) beans.slot("completions")).longValue());
        Waiting.until("messages", () -> load.sent() > MESSAGES_BETWEEN);
        example.update();
        long before = load.sent();
        Waiting.until("messages", () -> load.sent() > before + MESSAGES_BETWEEN);
        load.end();
        Waiting.until(
                "all of them", () -> Long.valueOf(load.sent()).equals(beans.slot("completions")));
        Waiting.until("its figures", () -> !beans.slot("handlerFigures").toString().isEmpty());
        example.uninstall();
        refresh();
        assertGone(example);
    }

    private void swap(String name) throws Exception {
        SwappedBundle bundle = new SwappedBundle(context, name);
        handle();
        DatagramLoad load = begin(numbers::received);
        int pair = beans.queuePair();
        for (int swap = 0; swap < SWAPS; swap++) {
            Waiting.until("messages", this::more);
            bundle.update();
        }
        Waiting.until("messages", this::more);
        Waiting.until("same queue pair", () -> beans.queuePair() == pair);
        assertNothingLost(load);
        LOG.info("{}; {} messages", bundle.summary(), numbers.received());
        assertGone(bundle);
    }

    private long awaited;

    /** Whether some more messages have come since it last said so. */
    private boolean more() {
        boolean more = numbers.received() >= awaited + MESSAGES_BETWEEN;
        if (more) {
            awaited = numbers.received();
        }
        return more;
    }

    private static int window() {
        return BUFFERS / 2;
    }

    private DatagramLoad begin(LongSupplier received) throws Exception {
        DatagramLoad load =
                new DatagramLoad(
                        library,
                        DEVICE,
                        library.queryPort(new PortId(DEVICE, 1)).attributes().lid(),
                        new QpNumber(beans.queuePair()),
                        window(),
                        received);
        loads.add(load);
        return load;
    }

    private void handle() throws Exception {
        register(CompletionHandler.class, numbers, CompletionHandler.CQ, "feed");
        Waiting.until("handler", () -> beans.isHandledBy(Numbers.class.getName()));
    }

    private <T> void register(Class<T> type, T service, String key, String value) {
        registrations.add(
                context.registerService(
                        type, service, FrameworkUtil.asDictionary(Map.of(key, value))));
    }

    private SwappedBundle install(String version) throws Exception {
        Path jar = HandlerJar.of(version);
        // A location of its own for each, as for files in deploy/.
        Bundle bundle = context.installBundle(jar.toUri().toString());
        bundle.start();
        assertEquals(version, bundle.getHeaders().get(Constants.BUNDLE_VERSION));
        return new SwappedBundle(bundle, jar);
    }

    private void refresh() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        FrameworkListener listener = event -> done.countDown();
        context.getBundle(0).adapt(FrameworkWiring.class).refreshBundles(null, listener);
        assertTrue("refreshed", done.await(60, TimeUnit.SECONDS));
    }

    private void assertNothingLost(DatagramLoad load) throws Exception {
        load.end();
        Waiting.until("the last ones", () -> numbers.received() == load.sent());
        assertEquals(List.of(), numbers.wrong());
        Waiting.until(
                "posted receives",
                () -> Integer.valueOf(BUFFERS).equals(beans.slot("receivesPosted")));
        assertEquals(0, beans.slot("receivesHeld"));
        assertEquals(0L, beans.slot("handlerErrors"));
    }

    private static void assertGone(SwappedBundle... bundles) throws Exception {
        for (SwappedBundle bundle : bundles) {
            long staying = bundle.staying();
            assertEquals(staying == 0 ? "" : SwappedBundle.evidence(), 0, staying);
        }
    }

    private static JSONObject read(String name) throws Exception {
        JSONObject answer = JolokiaViewer.ofThisContainer().read(name);
        assertEquals(answer.toString(), 200L, number(answer, "status"));
        return object(answer, "value");
    }

    private static long number(JSONObject object, String key) {
        return ((Number) requireNonNull(object.get(key))).longValue();
    }

    private static JSONObject object(JSONObject object, String key) {
        return (JSONObject) requireNonNull(object.get(key));
    }

    private static JSONObject first(JSONObject object, String key) {
        return (JSONObject) ((JSONArray) requireNonNull(object.get(key))).get(0);
    }
}

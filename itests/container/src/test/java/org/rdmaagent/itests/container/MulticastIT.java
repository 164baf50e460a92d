// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertTrue;
import static org.ops4j.pax.exam.CoreOptions.options;
import static org.ops4j.pax.exam.karaf.options.KarafDistributionOption.editConfigurationFilePut;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.inject.Inject;
import javax.management.ObjectName;
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
import org.rdmaagent.sim.control.SimulatedWorld;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Memberships of multicast groups, from a file and over HTTP, while the subnet manager and the
 * bundles behind them change.
 */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class MulticastIT {
    private static final Logger LOG = LoggerFactory.getLogger(MulticastIT.class);
    private static final int SWAPS = Boolean.getBoolean("rdma.long") ? 100 : 5;
    private static final int FIRST_MLID = 0xc000;
    private static final String MGID = "ff12:4001:ffff:0000:0000:0000:0f01:0203";

    @Inject private BundleContext context;
    @Inject private SimulatedWorld world;

    private MembershipBean news;

    @Configuration
    public Option[] configuration() {
        String file = "etc/org.rdmaagent.multicast-news.cfg";
        return OptionUtils.combine(
                Distribution.simulated(),
                options(
                        editConfigurationFilePut(file, "device", "mlx4_0"),
                        editConfigurationFilePut(file, "group", "239.1.2.3")));
    }

    @Before
    public void theMembershipOfTheFileIsThere() throws Exception {
        ObjectName name = new ObjectName(MembershipBean.MULTICAST);
        Waiting.until("open gates", () -> Gates.areOpen(context));
        Waiting.until("MBean", () -> ManagementFactory.getPlatformMBeanServer().isRegistered(name));
        news = new MembershipBean("news");
        Waiting.until("membership", () -> news.isIn("JOINED"));
        Waiting.until("attached queue pair", this::isAttachedToIt);
    }

    @After
    public void leave() throws Exception {
        news.close();
        world.multicastFaults().clear();
    }

    /** Whether the queue pair takes what is sent to the group by its present LID, and no other. */
    private boolean isAttachedToIt() {
        return news.attached().equals(news.field("mgid") + " " + news.field("mlid") + ";");
    }

    @Test
    public void aFileMakesAMembershipWithAQueuePairThatIsPolled() throws Exception {
        assertEquals("239.1.2.3", news.field("group"));
        assertEquals(MGID, news.field("mgid"));
        assertTrue((Integer) news.field("mlid") > FIRST_MLID);
        assertEquals("0x01234567", news.field("qkey"));
        assertEquals("mlx4_0", news.field("device"));
        assertEquals(1, news.field("port"));
        assertEquals(true, news.field("attached"));
        assertEquals("configuration file", news.field("lifetime"));
        assertEquals("multicast/news:news", news.field("queue"));
        ObjectName loop = new ObjectName("rdma:type=PollLoop,name=multicast");
        Waiting.until("loop", () -> ManagementFactory.getPlatformMBeanServer().isRegistered(loop));
        Waiting.until(
                "counting handler",
                () ->
                        JolokiaViewer.ofThisContainer()
                                .read("rdma:type=DataPlane")
                                .toString()
                                .contains("multicast/news:news"));
    }

    @Test
    public void aManagerJoinsAndLeavesOverHttpAndAViewerMayNot() throws Exception {
        JSONObject refused =
                JolokiaViewer.ofThisContainer()
                        .exec(MembershipBean.MULTICAST, "join", "mlx4_0/1", "239.1.2.4");
        assertNotEquals(refused.toString(), 200L, status(refused));
        JolokiaViewer manager = JolokiaViewer.ofThisContainer("manager");
        JSONObject joined =
                manager.exec(
                        MembershipBean.MULTICAST,
                        "joinWith",
                        "mlx4_0/1",
                        "239.1.2.4",
                        "name=trades,receiveBuffers=16");
        assertEquals(joined.toString(), "trades", joined.get("value"));
        try (MembershipBean trades = new MembershipBean("trades")) {
            Waiting.until("membership", () -> trades.isIn("JOINED"));
            assertEquals("until it is left or the agent stops", trades.field("lifetime"));
            Waiting.until("queue pair", () -> trades.attached().startsWith("ff12:4001"));
            JSONObject left = manager.exec(MembershipBean.MULTICAST, "leave", "trades");
            assertEquals(left.toString(), 200L, status(left));
            Waiting.until("end", () -> trades.isIn("LEFT"));
            Waiting.until("end of the queue pair", () -> trades.attached().equals("nothing"));
            assertEquals("rdma.multicast.left", trades.told().get(trades.told().size() - 1));
        }
    }

    @Test
    public void aFileThatIsTakenAwayLeaves() throws Exception {
        Path file = Path.of(System.getProperty("karaf.etc"), "org.rdmaagent.multicast-passing.cfg");
        try (MembershipBean passing = new MembershipBean("passing")) {
            Files.writeString(file, "device = mlx4_0\nport = 2\ngroup = mgid:ff12:401b:ffff::77\n");
            Waiting.until("membership", () -> passing.isIn("JOINED"));
            assertEquals("ff12:401b:ffff:0000:0000:0000:0000:0077", passing.field("mgid"));
            Files.delete(file);
            Waiting.until("end", () -> passing.isIn("LEFT"));
        }
    }

    /**
     * What the subnet manager forgets is joined again, and the queue pair follows to the new LID.
     */
    @Test
    public void anotherSubnetManagerIsSeenThrough() throws Exception {
        Object mlid = news.field("mlid");
        Object pair = news.field("qpn");
        long losses = (Long) news.field("losses");
        world.multicastFaults().smChange();
        Waiting.until("loss", () -> Long.valueOf(losses + 1).equals(news.field("losses")));
        Waiting.until("membership", () -> news.isIn("JOINED"));
        Waiting.until("attached queue pair", this::isAttachedToIt);
        assertNotEquals(mlid, news.field("mlid"));
        assertEquals(pair, news.field("qpn"));
        assertTrue((Long) news.field("lastGapMillis") >= 0);
        assertEquals(
                List.of("rdma.multicast.lost", "rdma.multicast.rejoining", "rdma.multicast.joined"),
                news.told());
    }

    @Test
    public void theMulticastBundleIsReplaced() throws Exception {
        swap("multicast");
    }

    @Test
    public void theVerbsBundleIsReplacedUnderTheMembership() throws Exception {
        swap("verbs");
    }

    private void swap(String name) throws Exception {
        SwappedBundle bundle = new SwappedBundle(context, name);
        Object pair = news.field("qpn");
        Object mlid = news.field("mlid");
        Object joins = news.field("joins");
        for (int swap = 0; swap < SWAPS; swap++) {
            bundle.update();
            Waiting.until("membership after swap " + swap, () -> news.isIn("JOINED"));
            Waiting.until("attached queue pair", this::isAttachedToIt);
            assertEquals(pair, news.field("qpn"));
            assertEquals(mlid, news.field("mlid"));
        }
        assertEquals("never left nor lost", joins, news.field("joins"));
        assertEquals(List.of(), lossesAmong(news.told()));
        // The next one does its work, too.
        world.multicastFaults().smChange();
        Waiting.until("another LID", () -> news.isIn("JOINED") && !mlid.equals(news.field("mlid")));
        Waiting.until("attached queue pair", this::isAttachedToIt);
        long staying = bundle.staying();
        LOG.info("{}, {} former loaders stay", bundle.summary(), staying);
        assertEquals(staying == 0 ? "" : SwappedBundle.evidence(), 0, staying);
    }

    private static List<String> lossesAmong(List<String> types) {
        return types.stream().filter(type -> !type.equals("rdma.multicast.joined")).toList();
    }

    private static long status(JSONObject answer) {
        return answer.get("status") instanceof Number status ? status.longValue() : 0;
    }
}

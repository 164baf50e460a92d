// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.object.Session;
import org.rdmaagent.verbs.object.SimulatedVerbsWorld;

/** Files ask for queue pairs: they come, survive a replacement of the bundle, and go with them. */
class PlannedQueuePairsTest {
    private static final Gid GROUP = new Gid(0xff12_401b_ffff_0000L, 5);
    private static final Lid MLID = new Lid(0xc005);

    private final SimulatedVerbsWorld host = new SimulatedVerbsWorld();
    private final Map<ObjectKind, Integer> empty = host.kernelCounts("mlx4_0");
    private Session session = host.session();
    private PlannedQueuePairs plans = new PlannedQueuePairs();
    private final Map<String, String> keys =
            new HashMap<>(Map.of("name", "feed", "device", "mlx4_0", "qkey", "0x77"));

    @ParameterizedTest
    @CsvSource({"UD, RTS", "RC, INIT", "UC, INIT"})
    void itIsBroughtAsFarAsItGetsAlone(String type, QpState state) {
        keys.put("type", type);
        keys.put("port", "2");
        keys.put("completionQueue", "feed-cq");
        file();
        work();
        QueuePair pair = pair().orElseThrow();
        assertEquals(state, pair.state());
        assertEquals(2, pair.query(Set.of(QpAttribute.PORT)).portNum());
        assertEquals("feed-cq", pair.receiveQueue().orElseThrow().name());
        work();
        assertEquals(pair, pair().orElseThrow());
        assertEquals(List.of(), plans.troubles());
    }

    @Test
    void itSurvivesAReplacementWithItsGroupsAndGoesWithItsFile() {
        PlanFile before = file();
        work();
        QueuePair pair = pair().orElseThrow();
        pair.attachMulticast(GROUP, MLID);

        before.leave();
        session.end();
        session = host.session();
        plans = new PlannedQueuePairs();
        PlanFile after = file();
        work();

        QueuePair found = pair().orElseThrow();
        assertEquals(pair.number(), found.number());
        assertEquals(1, found.attachments().size());
        assertEquals(List.of(), session.unclaimed());
        after.remove();
        work();
        assertEquals(List.of(), session.contexts());
        assertEquals(empty, host.kernelCounts("mlx4_0"));
    }

    /** A group that it is a member of has its own, and gives it to the pair. */
    @Test
    void anotherQkeyThanInTheFileIsNoReasonToMakeItAnew() {
        PlanFile before = file();
        work();
        QueuePair pair = pair().orElseThrow();
        pair.modify(QpAttributes.builder().qpState(QpState.RTS).qkey(0x0123_4567).build());
        work();
        assertEquals(pair, pair().orElseThrow());

        before.leave();
        session.end();
        session = host.session();
        plans = new PlannedQueuePairs();
        PlanFile unused = file();
        work();
        QueuePair found = pair().orElseThrow();
        assertEquals(pair.number(), found.number());
        assertEquals(0x0123_4567, found.query(Set.of(QpAttribute.QKEY)).qkey());
        assertEquals(List.of(), plans.troubles());
    }

    @ParameterizedTest
    @CsvSource({
        "device, rxe0",
        "type, RC",
        "port, 2",
        "qkey, 0x78",
        "maxRecvWr, 5000",
        "completionQueue, other",
        "sendCompletionQueue, other",
        "completionChannel, false",
        "completionVector, 1",
        "receiveBytes, 100",
        "context, other"
    })
    void aChangedFileMakesItAnew(String key, String value) {
        PlanFile file = file();
        work();
        QueuePair before = pair().orElseThrow();
        keys.put(key, value);
        file.read(keys);
        work();
        assertFalse(before.isOpen());
        QueuePair after = pair().orElseThrow();
        assertNotEquals(before, after);
        assertEquals(keys.get("device"), after.device());
        assertEquals(List.of(), plans.troubles());
        work();
        assertEquals(after, pair().orElseThrow());
        assertEquals(1, session.contexts().size());
        file.remove();
        work();
        assertEquals(empty, host.kernelCounts("mlx4_0"));
    }

    @Test
    void aFileThatChangesNothingKeepsIt() {
        PlanFile file = file();
        work();
        QueuePair before = pair().orElseThrow();
        keys.put("maxSendWr", "2");
        file.read(keys);
        work();
        assertEquals(before, pair().orElseThrow());
    }

    @Test
    void aWrongFileIsToldAndWhatWasThereStays() {
        PlanFile file = file();
        work();
        QueuePair before = pair().orElseThrow();
        keys.put("port", "none");
        file.read(keys);
        work();
        assertTrue(before.isOpen());
        assertEquals(
                List.of(
                        "configuration of queue pair feed: port lies in 1..255, not none"
                                + PlannedQueuePairs.NOT_IN_FORCE),
                plans.troubles());
        keys.put("port", "1");
        file.read(keys);
        assertEquals(List.of(), plans.troubles());
        file.remove();
        work();
        assertFalse(before.isOpen());
    }

    @Test
    void anotherNameIsAnotherQueuePair() {
        PlanFile file = file();
        work();
        QueuePair before = pair().orElseThrow();
        keys.put("name", "other");
        file.read(keys);
        work();
        assertFalse(before.isOpen());
        assertTrue(session.open("mlx4_0", "qp/other").find(QueuePair.class, "other").isPresent());
    }

    @Test
    void whatCannotBeMadeIsToldTriedOnAndLeavesNothing() {
        keys.put("device", "mlx9_9");
        PlanFile file = file();
        work();
        work();
        assertTrue(
                plans.troubles().get(0).startsWith("queue pair feed: "),
                plans.troubles().toString());
        assertTrue(plans.troubles().get(0).contains("ENODEV"), plans.troubles().toString());
        keys.put("device", "mlx4_0");
        file.read(keys);
        host.faults.failNext("mlx4_0", "ibv_create_qp", 12, 1);
        work();
        assertTrue(plans.troubles().get(0).contains("ENOMEM"), plans.troubles().toString());
        assertEquals(empty, host.kernelCounts("mlx4_0"));
        work();
        assertEquals(List.of(), plans.troubles());
        assertTrue(pair().isPresent());
    }

    @Test
    void oneThatFailedIsToldAndNotTouched() {
        PlanFile unused = file();
        work();
        QueuePair pair = pair().orElseThrow();
        pair.modify(QpAttributes.ofState(QpState.ERR));
        work();
        assertEquals(pair, pair().orElseThrow());
        assertTrue(plans.troubles().get(0).contains("state ERR"), plans.troubles().toString());
    }

    @Test
    void afterTheDeviceWasGoneItIsMadeAnew() {
        PlanFile unused = file();
        work();
        host.faults.unplug("mlx4_0");
        work();
        assertEquals(List.of(), session.contexts());
        assertTrue(plans.troubles().get(0).contains("ENODEV"), plans.troubles().toString());
        host.faults.plug("mlx4_0");
        work();
        assertEquals(QpState.RTS, pair().orElseThrow().state());
        host.faults.fatal("mlx4_0");
        work();
        assertEquals(QpState.RTS, pair().orElseThrow().state());
        assertEquals(List.of(), plans.troubles());
    }

    private PlanFile file() {
        PlanFile file = new PlanFile(plans);
        file.read(keys);
        return file;
    }

    private void work() {
        plans.doWork(host.library, session);
    }

    private Optional<QueuePair> pair() {
        return session.contexts().stream()
                .filter(context -> context.name().startsWith("qp/"))
                .flatMap(context -> context.find(QueuePair.class, "feed").stream())
                .findFirst();
    }
}

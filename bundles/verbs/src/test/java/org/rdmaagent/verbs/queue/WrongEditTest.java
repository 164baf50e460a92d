// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.object.Session;
import org.rdmaagent.verbs.object.SimulatedVerbsWorld;

/** Files that ask for what cannot be: what is told, and what happens to a pair that runs. */
class WrongEditTest {
    private static final String MLX = "mlx4_0";

    private final SimulatedVerbsWorld host = new SimulatedVerbsWorld();
    private final Map<ObjectKind, Integer> empty = host.kernelCounts(MLX);
    private Session session = host.session();
    private PlannedQueuePairs plans = new PlannedQueuePairs();
    private PlanFile file = new PlanFile(plans);
    private final Map<String, String> keys = new HashMap<>(Map.of("name", "feed", "device", MLX));

    @ParameterizedTest
    @CsvSource({
        "port, 9, 'port = 9: the ports of mlx4_0 are 1..2'",
        "pkeyIndex, 9999, 'pkeyIndex = 9999: the rows of the P_Key table of mlx4_0/1 are 0..'",
        "maxInlineData, 65536, 'maxInlineData = 65536 (devices do not tell their limit'",
        "maxSendWr, 1048576, 'maxSendWr = 1048576, maxRecvWr = 256 (the device has at most '",
        "completionEntries, 4194304, 'completionEntries = 4194304 (the device has at most '",
        "device, foo, 'foo failed: ENODEV'",
        "type, rc, 'type is UD, RC or UC, not rc'"
    })
    void aWrongValueIsNamedAndAPairThatRunsStays(String key, String value, String told) {
        // From the beginning nothing comes of it.
        edit(key, value);
        assertTold(told);
        assertFalse(plans.troubles().get(0).contains("not in force"), plans.troubles().toString());
        assertEquals(empty, host.kernelCounts(MLX));
        edit(key, null);
        assertEquals(List.of(), plans.troubles());
        QueuePair running = pair().orElseThrow();
        Map<ObjectKind, Integer> held = host.kernelCounts(MLX);

        edit(key, value);
        plans.doWork(host.library, session);
        assertTold(told);
        assertTold(PlannedQueuePairs.NOT_IN_FORCE);
        assertEquals(running, pair().orElseThrow());
        assertTrue(running.isOpen());
        assertEquals(held, host.kernelCounts(MLX));

        edit(key, null);
        assertEquals(List.of(), plans.troubles());
        assertEquals(running, pair().orElseThrow());
        file.remove();
        plans.doWork(host.library, session);
        assertEquals(empty, host.kernelCounts(MLX));
    }

    @Test
    void whatWasTriedBeforeIsForgottenWhenTheFileIsReadAnew() {
        edit("device", "foo");
        assertTold("foo failed");
        keys.put("device", MLX);
        edit("type", "rc");
        assertEquals(
                List.of("configuration of queue pair feed: type is UD, RC or UC, not rc"),
                plans.troubles());
    }

    @Test
    void ofTwoWrongEditsOnlyTheSecondIsTold() {
        edit("qkey", "7");
        QueuePair running = pair().orElseThrow();
        edit("port", "9");
        edit("type", "rc");
        assertEquals(
                List.of(
                        "configuration of queue pair feed: type is UD, RC or UC, not rc"
                                + PlannedQueuePairs.NOT_IN_FORCE),
                plans.troubles());
        assertEquals(running, pair().orElseThrow());
    }

    @Test
    void aWrongEditOverAReplacementOfTheBundleEndsNothing() {
        edit("qkey", "7");
        QueuePair running = pair().orElseThrow();
        file.leave();
        session.end();
        session = host.session();
        plans = new PlannedQueuePairs();
        file = new PlanFile(plans);
        edit("type", "rc");
        assertEquals(List.of(), session.unclaimed());
        assertEquals(running.number(), pair().orElseThrow().number());
        file.remove();
        plans.doWork(host.library, session);
        assertEquals(empty, host.kernelCounts(MLX));
    }

    @Test
    void unknownKeysAreToldAndHinderNothing() {
        keys.put("bogus", "1");
        edit("service.pid", "org.rdmaagent.verbs.qp~feed");
        assertTrue(pair().isPresent());
        assertEquals(
                List.of(
                        "configuration of queue pair feed: unknown keys, passed over: bogus;"
                                + " correct or remove them"),
                plans.troubles());
        edit("bogus", null);
        assertEquals(List.of(), plans.troubles());
    }

    @Test
    void aPairWhoseDeviceWentIsNotKeptForAWrongEdit() {
        edit("qkey", "7");
        host.faults.unplug(MLX);
        edit("port", "9");
        assertEquals(List.of(), session.contexts());
        host.faults.plug(MLX);
        plans.doWork(host.library, session);
        assertTold("port = 9");
        assertTrue(pair().isEmpty());
    }

    private void edit(String key, @org.jspecify.annotations.Nullable String value) {
        String before = keys.get(key);
        if (value != null) {
            keys.put(key, value);
        } else if (key.equals("device")) {
            keys.put(key, MLX);
        } else {
            String unused = keys.remove(key);
        }
        assertFalse(java.util.Objects.equals(before, keys.get(key)), "the edit changes something");
        file.read(keys);
        plans.doWork(host.library, session);
    }

    private void assertTold(String text) {
        assertEquals(1, plans.troubles().size(), plans.troubles().toString());
        assertTrue(plans.troubles().get(0).contains(text), plans.troubles().toString());
    }

    private Optional<QueuePair> pair() {
        return session.contexts().stream()
                .filter(context -> context.name().equals("qp/feed"))
                .flatMap(context -> context.find(QueuePair.class, "feed").stream())
                .findFirst();
    }
}

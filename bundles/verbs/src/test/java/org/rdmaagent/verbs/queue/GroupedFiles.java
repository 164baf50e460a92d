// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rdmaagent.PortId;
import org.rdmaagent.verbs.AddressHandle;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.MemoryRegion;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.ProtectionDomain;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.SendRequest;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.VerbsObject;
import org.rdmaagent.verbs.object.Session;
import org.rdmaagent.verbs.object.SimulatedVerbsWorld;

/** A simulated host with files of the context {@code group}, whose receives report to one queue. */
final class GroupedFiles {
    static final String MLX = "mlx4_0";
    static final int QKEY = 0x77;

    final SimulatedVerbsWorld world = new SimulatedVerbsWorld();
    final Map<ObjectKind, Integer> empty = kernelCounts();
    private final Map<String, PlanFile> files = new TreeMap<>();
    Session session = world.session();
    PlannedQueuePairs plans = new PlannedQueuePairs();

    /** A file comes; the look that makes its queue pair is still to come. */
    void add(String name, Map<String, String> more) {
        PlanFile file = new PlanFile(plans);
        files.put(name, file);
        file.read(keys(name, more));
    }

    /** A file says only this from now on, and is looked at. */
    void edit(String name, Map<String, String> more) {
        file(name).read(keys(name, more));
        work();
    }

    PlanFile file(String name) {
        return Objects.requireNonNull(files.get(name));
    }

    void removeAll() {
        files.values().forEach(PlanFile::remove);
        work();
    }

    private static Map<String, String> keys(String name, Map<String, String> more) {
        Map<String, String> keys = new HashMap<>();
        keys.put("name", name);
        keys.put("device", MLX);
        keys.put("context", "group");
        keys.put("completionQueue", "all");
        keys.put("qkey", Integer.toString(QKEY));
        keys.putAll(more);
        return keys;
    }

    void work() {
        plans.doWork(world.library, session);
    }

    /** The bundle is replaced; its files are still to be read. */
    void swap() {
        files.values().forEach(PlanFile::leave);
        files.clear();
        session.end();
        session = world.session();
        plans = new PlannedQueuePairs();
    }

    Map<ObjectKind, Integer> kernelCounts() {
        return world.kernelCounts(MLX);
    }

    DeviceContext context() {
        return session.contexts().stream()
                .filter(context -> context.name().equals("qp/group"))
                .findFirst()
                .orElseThrow();
    }

    <T extends VerbsObject> List<T> all(Class<T> type) {
        return context().objects().stream().filter(type::isInstance).map(type::cast).toList();
    }

    int count(Class<? extends VerbsObject> type) {
        return all(type).size();
    }

    QueuePair pair(String name) {
        return context().find(QueuePair.class, name).orElseThrow();
    }

    CompletionQueue queue(String name) {
        return context().find(CompletionQueue.class, name).orElseThrow();
    }

    Set<String> queueNames() {
        return all(CompletionQueue.class).stream()
                .map(VerbsObject::name)
                .collect(Collectors.toSet());
    }

    /** Each queue has an entry for each request that can be outstanding and reports to it. */
    void assertHoldsAll() {
        for (CompletionQueue queue : all(CompletionQueue.class)) {
            int work = 0;
            for (QueuePair pair : all(QueuePair.class)) {
                QpCapabilities granted = pair.init().capabilities();
                work +=
                        pair.sendQueue().filter(queue::equals).isPresent()
                                ? granted.maxSendWr()
                                : 0;
                work +=
                        pair.receiveQueue().filter(queue::equals).isPresent()
                                ? granted.maxRecvWr()
                                : 0;
            }
            assertTrue(queue.capacity() >= work, queue + ": " + queue.capacity() + " of " + work);
        }
    }

    /** A datagram to itself, numbered 1234, which arrives if a receive is posted. */
    void sendToItself(QueuePair pair) {
        ProtectionDomain domain = context().find(ProtectionDomain.class, "group").orElseThrow();
        var lid = world.library.queryPort(new PortId(MLX, 1)).attributes().lid();
        try (MemoryRegion room = domain.registerMemory("room", 64, Set.of());
                AddressHandle way = domain.createAddressHandle("way", AhAttributes.local(lid, 1))) {
            int posted =
                    pair.postSend(
                            List.of(
                                    SendRequest.datagram(
                                            1234,
                                            List.of(room.segment(0, 64)),
                                            new SendTarget.Datagram(way, pair.number(), QKEY))));
            assertEquals(1, posted);
            world.world.advance(Duration.ofSeconds(1));
        }
    }

    /** One thing is not as the files want it. */
    void assertTold(String begin, String part) {
        assertEquals(1, plans.troubles().size(), plans.troubles().toString());
        String told = plans.troubles().get(0);
        assertTrue(told.startsWith(begin) && told.contains(part), told);
    }
}

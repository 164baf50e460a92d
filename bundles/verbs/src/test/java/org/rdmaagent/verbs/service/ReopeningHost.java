// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.VerbsService.ContextHolder;
import org.rdmaagent.verbs.event.EventDesk;
import org.rdmaagent.verbs.event.EventThreads;
import org.rdmaagent.verbs.object.Session;
import org.rdmaagent.verbs.object.SimulatedVerbsWorld;
import org.rdmaagent.verbs.queue.PlanFile;
import org.rdmaagent.verbs.queue.PlannedQueuePairs;
import org.rdmaagent.verbs.selftest.SelfTests;

/** Upkeep of a simulated host, by hand, and files that ask for queue pairs. */
final class ReopeningHost implements AutoCloseable {
    static final String MLX = "mlx4_0";

    final SimulatedVerbsWorld world = new SimulatedVerbsWorld();
    final EventDesk desk = new EventDesk(InstantSource.system());
    final List<ContextHolder> holders = new ArrayList<>();
    final AtomicLong nanos = new AtomicLong();
    Session session = world.session();
    PlannedQueuePairs plans = new PlannedQueuePairs();
    SelfTests selfTests = new SelfTests(world.library, session, nanos::get);
    Reopenings reopenings = reopenings();
    Watch watch = new Watch(session, new EventThreads(desk), nanos::get);
    Upkeep upkeep = upkeep();
    private final Map<String, PlanFile> files = new HashMap<>();
    private final Map<String, Map<String, String>> texts = new HashMap<>();

    private Reopenings reopenings() {
        return new Reopenings(world.library, session, selfTests, plans, () -> holders);
    }

    private Upkeep upkeep() {
        return new Upkeep(
                world.library,
                session,
                watch,
                plans,
                reopenings,
                VerbsSettings::defaults,
                nanos::get);
    }

    /** The bundle is replaced. */
    void swap() {
        upkeep.stop();
        watch.close();
        session.end();
        session = world.session();
        plans = new PlannedQueuePairs();
        selfTests = new SelfTests(world.library, session, nanos::get);
        reopenings = reopenings();
        watch = new Watch(session, new EventThreads(desk), nanos::get);
        upkeep = upkeep();
        files.clear();
        Map.copyOf(texts).forEach(this::file);
    }

    /** A file asks for a queue pair with a ring; the look that makes it is still to come. */
    void file(String name, String... keysAndValues) {
        Map<String, String> keys = new HashMap<>(Map.of("device", MLX, "receiveBytes", "100"));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            keys.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        file(name, keys);
    }

    private void file(String name, Map<String, String> keys) {
        Map<String, String> all = new HashMap<>(keys);
        all.put("name", name);
        texts.put(name, keys);
        files.computeIfAbsent(name, any -> new PlanFile(plans)).read(all);
    }

    void work() {
        long unused = upkeep.doWork();
    }

    DeviceContext context(String name) {
        return findContext(name).orElseThrow();
    }

    Optional<DeviceContext> findContext(String name) {
        return session.contexts().stream()
                .filter(context -> context.name().equals(name))
                .findFirst();
    }

    QueuePair pair(String context, String name) {
        return context(context).find(QueuePair.class, name).orElseThrow();
    }

    PolledQueue queue(String qualified) {
        return world.world.completionPorts().queues().stream()
                .filter(queue -> queue.qualifiedName().equals(qualified))
                .findFirst()
                .orElseThrow();
    }

    void reopen(String context) {
        upkeep.reopen(MLX, context);
    }

    RdmaException refused(String errno, String context) {
        RdmaException refusal = assertThrows(RdmaException.class, () -> reopen(context));
        if (!refusal.errno().name().equals(errno)) {
            throw new AssertionError("not " + errno, refusal);
        }
        return refusal;
    }

    /** Makes everything anew that is in contexts of one name, and notes what it is told. */
    static class OneHolder implements ContextHolder {
        private final String name;
        final List<String> told = new ArrayList<>();

        OneHolder(String name) {
            this.name = name;
        }

        @Override
        public boolean makesAnew(DeviceContext context) {
            return context.name().equals(name);
        }

        @Override
        public void closed(String device, String context, List<QpNumber> pairs) {
            told.add(device + " " + context + " " + pairs.size());
        }
    }

    @Override
    public void close() {
        watch.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.rdmaagent.PortId;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.SweepStatistics;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.spi.MadAddress;
import org.rdmaagent.spi.MadClass;
import org.rdmaagent.spi.MadReply;
import org.rdmaagent.spi.MadSession;

class LateReplyTest {
    private static final SweepSettings SETTINGS = new SweepSettings(8, 50, 5);

    private final Topology truth = FatTrees.twoLevel(3, 2, 3, 1);
    private final SimulatedWorld world = SimulatedWorld.of(truth, Sweeping.VIRTUAL);

    @Test
    void a_late_answer_to_a_repeated_question_is_taken_once() {
        NodeKey slow = Sweeping.named(truth, "leaf2").key();
        world.faults().latency(slow, 120_000_000);
        try (MadSession session = new PatientSession(open())) {
            DiscoveryEngine engine = engine(session);
            Sweeping.finish(engine);
            Topology found = engine.topology();
            Sweeping.assertSameSubnet(truth, found);
            assertTrue(found.complete());
            SweepStatistics statistics = found.statistics().orElseThrow();
            assertTrue(statistics.retries() > 0);
            assertEquals(0, statistics.timeouts());
            assertTrue(engine.ignored() > 0, "the answers to the repeats came, too");
        }
    }

    @Test
    void an_answer_that_comes_twice_is_taken_once() {
        try (MadSession session = new EchoingSession(open())) {
            DiscoveryEngine engine = engine(session);
            Sweeping.finish(engine);
            Topology found = engine.topology();
            Sweeping.assertSameSubnet(truth, found);
            // The echo of the very last answer is not waited for.
            assertEquals(found.statistics().orElseThrow().smpsUsed() - 1, engine.ignored());
        }
    }

    @Test
    void rubbish_is_ignored() {
        try (MadSession session = new RubbishSession(open())) {
            DiscoveryEngine engine = engine(session);
            Sweeping.finish(engine);
            Topology found = engine.topology();
            Sweeping.assertSameSubnet(truth, found);
            assertEquals(found.statistics().orElseThrow().smpsUsed(), engine.ignored());
        }
    }

    private MadSession open() {
        return world.madTransport().open(new PortId("mlx4_0", 1));
    }

    private static DiscoveryEngine engine(MadSession session) {
        return new DiscoveryEngine(session, SETTINGS, SweepPlan.WHOLE, Sweeping.CLOCK);
    }

    private static class OtherSession implements MadSession {
        final MadSession real;

        OtherSession(MadSession real) {
            this.real = real;
        }

        @Override
        public PortId port() {
            return real.port();
        }

        @Override
        public int register(MadClass madClass) {
            return real.register(madClass);
        }

        @Override
        public void send(int agent, MadAddress to, ByteBuffer mad, int timeoutMillis) {
            real.send(agent, to, mad, timeoutMillis);
        }

        @Override
        public @Nullable MadReply receive(long timeoutNanos) {
            return real.receive(timeoutNanos);
        }

        @Override
        public long nanoTime() {
            return real.nanoTime();
        }

        @Override
        public boolean isOpen() {
            return real.isOpen();
        }

        @Override
        public void close() {
            real.close();
        }
    }

    /** A driver without a timer: every answer is handed over, however late. */
    private static final class PatientSession extends OtherSession {
        PatientSession(MadSession real) {
            super(real);
        }

        @Override
        public void send(int agent, MadAddress to, ByteBuffer mad, int timeoutMillis) {
            super.send(agent, to, mad, 60_000);
        }
    }

    private static final class EchoingSession extends OtherSession {
        private final Queue<MadReply> echoes = new ArrayDeque<>();

        EchoingSession(MadSession real) {
            super(real);
        }

        @Override
        public @Nullable MadReply receive(long timeoutNanos) {
            MadReply echo = echoes.poll();
            if (echo != null) {
                return echo;
            }
            MadReply reply = super.receive(timeoutNanos);
            if (reply != null) {
                echoes.add(new MadReply(reply.agent(), 0, reply.mad().duplicate()));
            }
            return reply;
        }
    }

    /** Before each packet comes one that is too short, of another agent, or of another class. */
    private static final class RubbishSession extends OtherSession {
        private int turn;

        RubbishSession(MadSession real) {
            super(real);
        }

        @Override
        public @Nullable MadReply receive(long timeoutNanos) {
            if (turn++ % 2 == 1) {
                return super.receive(timeoutNanos);
            }
            return switch (turn % 3) {
                case 0 -> new MadReply(0, 0, ByteBuffer.allocate(3));
                case 1 -> new MadReply(77, 0, ByteBuffer.allocate(256).putLong(8, 1));
                default -> new MadReply(0, 0, ByteBuffer.allocate(256).putLong(8, turn / 2 + 1));
            };
        }
    }
}

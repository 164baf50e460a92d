// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.time.Clock;
import org.rdmaagent.fabric.DiscoveryRequest;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.spi.MadSession;
import org.rdmaagent.spi.MadTransport;

/** The {@link DiscoveryEngine}, with a session of its own for each sweep. */
final class JavaEngine implements FabricEngine {
    private final MadTransport transport;
    private final Clock clock;

    JavaEngine(MadTransport transport, Clock clock) {
        this.transport = transport;
        this.clock = clock;
    }

    @Override
    public String name() {
        return DiscoveryEngine.NAME;
    }

    @Override
    public void require(DiscoveryRequest request) {
        // It can do all that there is to ask.
    }

    @Override
    public boolean uses(Object service) {
        return service == transport;
    }

    @Override
    public EngineRun begin(SweepOrder order, SweepTrace trace) {
        MadSession session = new TracedSession(transport.open(order.port()), trace);
        try {
            return new Run(session, order, clock, trace);
        } catch (RuntimeException | Error e) {
            session.close();
            throw e;
        }
    }

    private static final class Run implements EngineRun {
        private final MadSession session;
        private final SweepTrace trace;
        private final DiscoveryEngine engine;

        Run(MadSession session, SweepOrder order, Clock clock, SweepTrace trace) {
            this.session = session;
            this.trace = trace;
            this.engine = new DiscoveryEngine(session, order.settings(), order.plan(), clock);
        }

        @Override
        public boolean doWork(long maxWaitNanos) {
            boolean more = engine.doWork(maxWaitNanos);
            trace.soFar(engine.nodesFound(), engine.linksFound(), engine.smpsSent());
            return more;
        }

        @Override
        public Topology topology() {
            return engine.topology();
        }

        @Override
        public void close() {
            session.close();
        }
    }
}

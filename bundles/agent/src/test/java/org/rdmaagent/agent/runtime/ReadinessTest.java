// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmaagent.agent.ReadinessGate;

class ReadinessTest {
    private final List<ReadinessGate> gates = new ArrayList<>();
    private boolean started = true;
    private long now;
    private final Readiness readiness =
            new Readiness(() -> gates, () -> started, () -> now, Duration.ofSeconds(60));

    @Test
    void isReadyOnceWhenAllGatesAreOpen() {
        Gate sweep = gate("firstSweep", false, "");
        gates.add(gate("logins", true, "logins: /x/etc/rdma-agent-logins"));
        gates.add(gate("jolokia", true, "http://127.0.0.1:8181/jolokia"));
        gates.add(sweep);
        assertNothing();

        sweep.open = true;
        assertEquals(
                List.of(
                        "rdma-agent ready: http://127.0.0.1:8181/jolokia",
                        "logins: /x/etc/rdma-agent-logins"),
                assertInstanceOf(Readiness.Finding.Ready.class, readiness.doWork()).lines());
        assertNothing();
    }

    @Test
    void isNeverReadyWithoutJolokia() {
        gates.add(gate("mbeans", true, ""));
        assertNothing();
        now = Duration.ofSeconds(61).toNanos();
        assertTrue(late().contains("waits for jolokia"), "names the gate that is not there");
    }

    @Test
    void waitsForBundlesThatAreStillToStart() {
        gates.add(gate("jolokia", true, "u"));
        started = false;
        assertNothing();
        started = true;
        assertInstanceOf(Readiness.Finding.Ready.class, readiness.doWork());
    }

    @Test
    void isLateOnceAndReadyAllTheSame() {
        Gate jolokia = gate("jolokia", true, "u");
        Gate sweep = gate("firstSweep", false, "");
        gates.add(sweep);
        gates.add(jolokia);
        now = Duration.ofSeconds(60).toNanos();
        assertTrue(late().startsWith("rdma-agent not ready after 60 s: waits for firstSweep;"));
        assertNothing();
        sweep.open = true;
        assertInstanceOf(Readiness.Finding.Ready.class, readiness.doWork());
    }

    @Test
    void aGateThatThrowsIsClosed() {
        gates.add(gate("jolokia", true, "u"));
        gates.add(
                new Gate("mbeans", false, "") {
                    @Override
                    public boolean open() {
                        throw new IllegalStateException("stopped");
                    }
                });
        assertNothing();
    }

    private void assertNothing() {
        assertInstanceOf(Readiness.Finding.Nothing.class, readiness.doWork());
    }

    private String late() {
        return assertInstanceOf(Readiness.Finding.Late.class, readiness.doWork()).line();
    }

    private static Gate gate(String name, boolean open, String announcement) {
        return new Gate(name, open, announcement);
    }

    private static class Gate implements ReadinessGate {
        private final String name;
        private final String announcement;
        private boolean open;

        Gate(String name, boolean open, String announcement) {
            this.name = name;
            this.open = open;
            this.announcement = announcement;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public boolean open() {
            return open;
        }

        @Override
        public String announcement() {
            return announcement;
        }
    }
}

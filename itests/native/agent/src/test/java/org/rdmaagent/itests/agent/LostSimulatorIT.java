// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.itests.jvm.FoundFabric;
import org.rdmaagent.itests.jvm.IbSim;
import org.rdmaagent.sim.control.FatTrees;

/** A fabric of 3,720 nodes whose simulator goes away in the middle of a sweep, and comes back. */
class LostSimulatorIT {
    private static final Topology SERVED = FatTrees.threeLevel(10, 16, 8, 15, 21);
    private static final int NODES = 3720;
    private static final String REMEDY =
            "the simulator behind the port is gone; start it and restart the agent";

    @Test
    void theSweepEndsWithAReasonTheAgentStaysAndSweepsAfterARestart(@TempDir Path folder)
            throws Exception {
        Path home = folder.resolve("home");
        String theirs;
        try (IbSim sim = IbSim.start(SERVED, folder);
                NativeAgent agent = NativeAgent.start(home, "native", sim.client())) {
            theirs = RealTool.ibnetdiscover(sim, SERVED, folder);
            shows(agent, theirs);
            losesItsSimulator(agent, sim);
            try (IbSim again = IbSim.start(SERVED, folder)) {
                // libumad2sim connects once in a process; what the agent says is therefore right.
                String refused = fabric(agent).refusedDiscover();
                assertTrue(refused.contains(REMEDY), refused);
                assertEquals(
                        theirs.length(), RealTool.ibnetdiscover(again, SERVED, folder).length());
            }
        }
        try (IbSim sim = IbSim.start(SERVED, folder);
                NativeAgent agent = NativeAgent.start(home, "native", sim.client())) {
            shows(agent, theirs);
        }
    }

    private static FabricBean fabric(NativeAgent agent) {
        return agent.fabric("ibsim0", 1);
    }

    private static void shows(NativeAgent agent, String theirs) throws Exception {
        FabricBean fabric = fabric(agent);
        assertEquals(true, fabric.discover().value("complete"));
        assertEquals(NODES, fabric.nodeCount());
        assertEquals("", fabric.read("LastError"));
        FoundFabric.assertSame(theirs, fabric.export());
        OpenFiles files = agent.files();
        assertTrue(files.count() < 1000, files::toString);
    }

    private static void losesItsSimulator(NativeAgent agent, IbSim sim) throws Exception {
        FabricBean fabric = fabric(agent);
        fabric.setMaxSmpsOnWire(1); // one question after the other: there is a middle
        String refused =
                inParallel(
                        fabric::refusedDiscover,
                        () -> {
                            Waiting.until(
                                    "a sweep", () -> Boolean.TRUE.equals(fabric.read("Running")));
                            sim.kill();
                        });
        assertTrue(refused.matches("umad_(send|recv) on ibsim0/1 failed: .*" + REMEDY), refused);
        assertEquals(refused, fabric.read("LastError"));
        assertEquals(false, fabric.read("Running"));
        assertEquals(NODES, fabric.nodeCount(), "the result before it stays");
        assertTrue(
                agent.health("fabric")
                        .text("text")
                        .contains("the last result is an older one: " + refused));
        assertTrue(agent.log().contains("The sweep from ibsim0/1 has no result: " + refused));
        assertTrue(agent.running());
    }

    private interface Step {
        void take() throws Exception;
    }

    private static <T> T inParallel(Callable<T> call, Step meanwhile) throws Exception {
        ExecutorService caller = Executors.newSingleThreadExecutor();
        try {
            Future<T> answer = caller.submit(call);
            meanwhile.take();
            return answer.get(60, TimeUnit.SECONDS);
        } finally {
            caller.shutdownNow();
        }
    }
}

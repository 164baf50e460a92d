// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.itests.jvm.FoundFabric;
import org.rdmaagent.itests.jvm.IbSim;
import org.rdmaagent.sim.control.FatTrees;

/**
 * An agent without libibverbs, started before its simulator of 860 nodes: it says what is missing,
 * and serves each part as soon as it can.
 */
class LateSimulatorIT {
    private static final Topology SERVED = FatTrees.twoLevel(40, 20, 20, 1);
    private static final String UMAD = "libibumad.so.3";
    private static final String VERBS = "libibverbs.so.1";

    @Test
    void saysWhatIsMissingAndGoesOnByItselfWhenItIsThere(@TempDir Path folder) throws Exception {
        Map<String, String> environment = new HashMap<>(IbSim.client(SERVED, folder));
        environment.putAll(CompiledLibrary.hiding(VERBS, folder));
        try (NativeAgent agent = NativeAgent.start(folder.resolve("home"), "native", environment)) {
            waitsForItsSimulator(agent);
            try (IbSim sim = IbSim.start(SERVED, folder)) {
                FabricBean fabric = agent.fabric("ibsim0", 1);
                Waiting.until("a port", () -> agent.fabrics().contains(fabric.name()));
                showsTheFabric(agent, fabric, RealTool.ibnetdiscover(sim, SERVED, folder));
            }
        }
    }

    private static void waitsForItsSimulator(NativeAgent agent) throws Exception {
        assertEquals(List.of(), agent.fabrics());
        String reason = agent.library(UMAD).text("reason");
        assertEquals(false, agent.library(UMAD).value("loaded"));
        assertTrue(reason.contains("start its simulator (ibsim"), reason);
        assertTrue(agent.health("nativeLibraries").text("grade").equals("CRITICAL"));
        assertTrue(agent.log().contains("start its simulator (ibsim"), agent::toString);
        withoutVerbs(agent);
    }

    private static void withoutVerbs(NativeAgent agent) throws Exception {
        String reason = agent.library(VERBS).text("reason");
        assertEquals(false, agent.library(VERBS).value("loaded"));
        assertTrue(reason.contains(VERBS + " is not installed"), reason);
        assertTrue(reason.contains("No such file or directory"), reason);
        assertTrue(reason.contains("apt-get install libibverbs1"), reason);
        assertEquals(List.of(), agent.client().search("rdma:type=Device,*"));
    }

    private static void showsTheFabric(NativeAgent agent, FabricBean fabric, String theirs)
            throws Exception {
        assertEquals(true, fabric.discover().value("complete"));
        assertEquals(860, fabric.nodeCount());
        FoundFabric.assertSame(theirs, fabric.export());
        assertEquals(true, agent.library(UMAD).value("loaded"));
        withoutVerbs(agent);
        assertTrue(agent.health("nativeLibraries").text("grade").equals("WARN"));
        OpenFiles files = agent.files();
        assertTrue(files.count() < 1000, files::toString);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmaagent.fabric.discovery.SweepMain;
import org.rdmaagent.sim.control.FatTrees;

/** Sessions over libibumad: waits end, failures are told, nothing hangs. */
class UmadSessionIT {
    private static final String ANSWER = "status 0, agent true, id 1234, bytes 256";

    @Test
    void aSessionAnswersWaitsAndEnds(@TempDir Path folder) throws Exception {
        try (IbSim sim = IbSim.start(FatTrees.twoLevel(2, 1, 2, 1), folder)) {
            List<String> java = Child.java(SessionMain.class.getName());
            Child child = Child.run(java, sim.client(), folder, 60);
            child.wellEnded();
            List<String> answers =
                    child.text().lines().filter(line -> line.startsWith("answer=")).toList();
            assertEquals(List.of("answer=" + ANSWER, "answer=" + ANSWER), answers);
            assertEquals("true", child.value("wait0"));
            assertEquals("true", child.value("wait50000000"));
            assertEquals("true", child.value("wokenInTime"));
            assertEquals("false", child.value("open"));
            for (String key : List.of("wokenByClose", "receiveClosed", "sendClosed")) {
                assertTrue(child.value(key).contains("EBADF (9); the session is closed"), key);
            }
            for (String key : List.of("noDevice", "noPort")) {
                assertTrue(child.value(key).contains("ENODEV (19); use one of [ibsim0/1]"), key);
            }
        }
    }

    @Test
    void aSimulatorThatIsGoneInMidSweepEndsTheSweepWithAReason(@TempDir Path folder)
            throws Exception {
        try (IbSim sim = IbSim.start(FatTrees.threeLevel(10, 16, 8, 15, 21), folder)) {
            String file = folder.resolve("ours.topo").toString();
            ProcessBuilder builder =
                    new ProcessBuilder(Child.java(SweepMain.class.getName(), file, "200", "50"));
            builder.directory(folder.toFile()).environment().putAll(sim.client());
            Process sweeping = builder.redirectErrorStream(true).start();
            String text = SweepWatch.untilEnd(sweeping, "sweeping=true", sim::kill);
            assertTrue(text.contains("refused=umad_"), text);
            assertTrue(text.contains("the simulator behind the port is gone"), text);
            assertTrue(text.endsWith("exit=0"), text);
        }
    }

    @Test
    void withoutASimulatorTheProviderSaysWhyAndGoesOn(@TempDir Path folder) throws Exception {
        Map<String, String> environment =
                Map.of(
                        "LD_PRELOAD",
                        NativeTools.umad2sim(),
                        "IBSIM_SOCKNAME",
                        "rdma-it-nobody-serves-this");
        List<String> java = Child.java(CandidateMain.class.getName());
        Child child = Child.run(java, environment, folder, 30);
        child.wellEnded();
        assertEquals("false", child.value("devicePresent"));
        assertTrue(child.value("libraries").contains("start its simulator (ibsim"), child.text());
        assertTrue(child.value("libraries").contains("loaded=false"), child.text());
    }

    @Test
    void withASimulatorTheProviderListsADevice(@TempDir Path folder) throws Exception {
        try (IbSim sim = IbSim.start(FatTrees.twoLevel(2, 1, 2, 1), folder)) {
            List<String> java = Child.java(CandidateMain.class.getName());
            Child child = Child.run(java, sim.client(), folder, 30);
            child.wellEnded();
            assertEquals("true", child.value("devicePresent"));
            assertTrue(
                    child.value("libraries")
                            .matches(".*libibumad\\.so\\.3, version=[0-9.]+, loaded=true.*"),
                    child.text());
        }
    }
}

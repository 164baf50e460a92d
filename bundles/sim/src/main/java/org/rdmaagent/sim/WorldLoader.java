// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.fabric.NodeType;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.mad.text.IbnetdiscoverReader;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the world that the settings ask for, or says why there is none. */
final class WorldLoader {
    private static final String CHECK = "simulation";
    private static final int PROBLEMS_SHOWN = 3;
    private static final String FILE_REMEDY =
            "name a file that ibnetdiscover wrote in topologyFile of etc/org.rdmaagent.sim.cfg or"
                    + " behind ./run --topology, or leave it empty for the built-in world";

    private static final Logger LOG = LoggerFactory.getLogger(WorldLoader.class);

    private WorldLoader() {}

    /**
     * What came of it.
     *
     * @param world null if there is none
     * @param health what world it is, or why there is none
     */
    record Loaded(@Nullable SimulatedWorld world, HealthResult health) {}

    /** Makes a world; an empty {@code file} means the built-in one. */
    static Loaded load(String file, SimulationSettings settings) {
        if (file.isBlank()) {
            return described("the built-in world", SimulatedWorld.defaultWorld(settings));
        }
        try {
            Topology topology =
                    IbnetdiscoverReader.read(file, Files.readAllBytes(Path.of(file.strip())));
            return described(file, SimulatedWorld.of(topology, settings));
        } catch (NoSuchFileException e) {
            return failed(file, "there is no such file");
        } catch (AccessDeniedException e) {
            return failed(file, "the agent may not read it");
        } catch (IOException | IllegalArgumentException e) {
            return failed(file, String.valueOf(e.getMessage()));
        } catch (OutOfMemoryError e) {
            return failed(file, "it does not fit into memory");
        }
    }

    private static Loaded failed(String file, String reason) {
        String text = file + ": " + reason + "; " + FILE_REMEDY;
        return new Loaded(null, critical(text));
    }

    /** No world, because of a setting. */
    static Loaded badSetting(String key, String reason) {
        String text =
                key
                        + " in etc/org.rdmaagent.sim.cfg: "
                        + reason
                        + "; correct it: the agent reads the file again by itself";
        return new Loaded(null, critical(text));
    }

    private static HealthResult critical(String reason) {
        return new HealthResult(CHECK, HealthGrade.CRITICAL, "no simulated devices: " + reason);
    }

    private static Loaded described(String name, SimulatedWorld world) {
        Topology topology = world.topology();
        List<String> problems = new ArrayList<>(world.problems());
        topology.problems()
                .forEach(problem -> problems.add(problem.subject() + ": " + problem.text()));
        String text =
                "simulated: "
                        + name
                        + ", "
                        + topology.count(NodeType.SWITCH)
                        + " switches, "
                        + topology.count(NodeType.CA)
                        + " channel adapters, "
                        + topology.links().size()
                        + " links";
        if (problems.isEmpty()) {
            return new Loaded(world, new HealthResult(CHECK, HealthGrade.OK, text));
        }
        problems.forEach(problem -> LOG.warn("{}: {}", name, problem));
        String first = problems.stream().limit(PROBLEMS_SHOWN).collect(Collectors.joining("; "));
        String warning =
                text
                        + "; "
                        + problems.size()
                        + " problems in the file, all of them in the log; first: "
                        + first;
        return new Loaded(world, new HealthResult(CHECK, HealthGrade.WARN, warning));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.mad.text.IbnetdiscoverWriter;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;

/** A topology file becomes a world, or a reason. */
class WorldLoaderTest {
    private static final SimulationSettings SETTINGS = SimulationSettings.defaults();
    private static final String SWITCH_ALONE =
            """
            vendid=0x2c9
            devid=0xc738
            sysimgguid=0x2c903007b78b0
            switchguid=0x2c903007b78b0(2c903007b78b0)
            Switch\t36 "S-0002c903007b78b0"\t\t# "alone" enhanced port 0 lid 19 lmc 0
            """;

    private final Path folder;

    WorldLoaderTest(@TempDir Path folder) {
        this.folder = folder;
    }

    private WorldLoader.Loaded load(String text) throws IOException {
        Path file = folder.resolve("fabric.topo");
        Files.writeString(file, text, StandardCharsets.UTF_8);
        return WorldLoader.load(file.toString(), SETTINGS);
    }

    private static void assertFailed(WorldLoader.Loaded loaded, String reason) {
        assertNull(loaded.world());
        assertEquals(HealthGrade.CRITICAL, loaded.health().grade());
        assertEquals("simulation", loaded.health().name());
        String text = loaded.health().text();
        assertTrue(text.contains(reason), text);
        assertTrue(text.contains("topologyFile"), text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  "})
    void noFileIsTheBuiltInWorld(String file) {
        WorldLoader.Loaded loaded = WorldLoader.load(file, SETTINGS);
        assertNotNull(loaded.world());
        assertEquals(HealthGrade.OK, loaded.health().grade());
        assertTrue(loaded.health().text().contains("12 switches"), loaded.health().text());
    }

    @Test
    void aFileIsThatWorld() throws IOException {
        WorldLoader.Loaded loaded = load(IbnetdiscoverWriter.write(FatTrees.twoLevel(2, 1, 3, 1)));
        SimulatedWorld world = loaded.world();
        assertNotNull(world);
        assertEquals(HealthGrade.OK, loaded.health().grade(), loaded.health().text());
        assertEquals(9, world.topology().nodes().size());
        assertEquals(
                world.topology().origin().map(NodeKey::guid).orElseThrow(),
                world.verbsLibrary().queryDevice("mlx4_0").attributes().nodeGuid());
    }

    @Test
    void aFileWithABadLineLoadsAndWarns() throws IOException {
        String text = IbnetdiscoverWriter.write(FatTrees.twoLevel(2, 1, 3, 1));
        WorldLoader.Loaded loaded = load(text + "\nSwitch what \"S-zz\"\n");
        assertNotNull(loaded.world());
        assertEquals(HealthGrade.WARN, loaded.health().grade());
        assertTrue(loaded.health().text().contains("line "), loaded.health().text());
    }

    @Test
    void aMissingFileIsAReason() {
        String missing = folder.resolve("missing").toString();
        assertFailed(WorldLoader.load(missing, SETTINGS), "there is no such file");
    }

    @Test
    void aFolderOrAnImpossibleNameIsAReason() {
        assertFailed(WorldLoader.load(folder.toString(), SETTINGS), folder.toString());
        assertFailed(WorldLoader.load("\0", SETTINGS), "\0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no topology at all\n"})
    void aFileWithoutANodeIsAReason(String text) throws IOException {
        assertFailed(load(text), "fabric.topo");
    }

    @Test
    void aFabricWithoutAChannelAdapterIsAReason() throws IOException {
        assertFailed(load(SWITCH_ALONE), "no channel adapter");
    }
}

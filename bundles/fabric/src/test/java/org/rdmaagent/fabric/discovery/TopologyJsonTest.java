// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmaagent.Guid;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.sim.control.FabricBuilder;
import org.rdmaagent.sim.control.FatTrees;
import org.rdmaagent.sim.control.SimulatedWorld;

class TopologyJsonTest {
    @Test
    void a_topology_is_written_in_columns() {
        FabricBuilder builder = new FabricBuilder("t\"1");
        NodeKey own = builder.hdrHost(new Guid(0x1000), "own \\ \u00e9", 1);
        NodeKey other = builder.hdrHost(new Guid(0x2000), "other", 1);
        Topology topology = builder.cable(own, 1, other, 1).build(own, 1);
        assertEquals(
                "{\"source\":\"t\\\"1\",\"originNode\":0,\"originPort\":1,\"complete\":true,"
                    + "\"nodes\":{\"guid\":[\"0x0000000000001000\",\"0x0000000000002000\"],\"instance\":[0,0],\"type\":[\"CA\",\"CA\"],\"description\":[\"own"
                    + " \\\\ \u00e9\",\"other\"],\"portCount\":[1,1],"
                    + "\"systemImageGuid\":[\"0x0000000000001002\",\"0x0000000000002002\"],"
                    + "\"vendorId\":[713,713],\"deviceId\":[4123,4123],\"route\":[\"0\",\"0\"]},"
                    + "\"ports\":{\"node\":[0,1],\"number\":[1,1],\"lid\":[1,2],"
                    + "\"state\":[\"ACTIVE\",\"ACTIVE\"]},"
                    + "\"links\":{\"firstNode\":[0],\"firstPort\":[1],\"secondNode\":[1],"
                    + "\"secondPort\":[1],\"width\":[\"4x\"],\"speed\":[\"HDR\"]},"
                    + "\"failedPaths\":{\"route\":[],\"guid\":[],\"description\":[],"
                    + "\"port\":[],\"attribute\":[],\"status\":[],\"attempts\":[]},"
                    + "\"problems\":{\"kind\":[],\"subject\":[],\"text\":[]}}",
                TopologyJson.write(topology));
    }

    @Test
    void an_empty_topology_is_written_too() {
        Topology empty =
                new Topology("e", null, 0, List.of(), List.of(), List.of(), List.of(), null);
        assertTrue(TopologyJson.write(empty).startsWith("{\"source\":\"e\",\"originNode\":null,"));
    }

    @Test
    void a_sweep_tells_its_statistics() {
        Topology found =
                Sweeping.sweep(SimulatedWorld.of(FatTrees.twoLevel(1, 1, 1, 1), Sweeping.VIRTUAL));
        String json = TopologyJson.write(found);
        assertTrue(json.contains("\"startedAt\":\"2026-01-01T00:00:00Z\",\"sweepNanos\":"), json);
        assertTrue(json.contains("\"retries\":0,\"timeouts\":0,\"maxOnWire\":8,"), json);
    }

    @ParameterizedTest
    @CsvSource({
        "0x22, \\\"",
        "0x5c, \\\\",
        "0x0a, \\n",
        "0x0d, \\r",
        "0x09, \\t",
        "0x00, \\u0000",
        "0x1f, \\u001f",
        "0x7f, \\u007f",
        "0x2028, \\u2028",
        "0xd800, \\ud800",
        "0x2f, /",
        "0xe9, \u00e9",
    })
    void a_character_is_escaped_where_json_wants_it(String character, String written) {
        String text = String.valueOf((char) (int) Integer.decode(character));
        assertEquals("\"" + written + "\"", new JsonText().value(text).toString());
    }

    @Test
    void commas_stand_between_values_only() {
        JsonText json = new JsonText().open('[').value(1).open('[').close(']').value(null);
        assertEquals("[1,[],null,true]", json.value(true).close(']').toString());
    }
}

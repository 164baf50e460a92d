// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.mad.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.rdmaagent.fabric.FabricProblem;
import org.rdmaagent.fabric.Topology;

/** Two switches, two hosts and a router, as text; tests damage it. */
final class SmallSubnet {
    /** What the tool would write, and a comment more. */
    static final String TEXT =
            """
            #
            # Topology file: generated on Thu Jan  1 00:00:00 1970
            #
            # Initiated from node 00000000000000a0 port 00000000000000a1

            # an empty line and a comment more

            vendid=0x2c9
            devid=0xd2f0
            sysimgguid=0x10
            switchguid=0x10(11)
            Switch\t4 "S-0000000000000010"\t\t# "leaf 1" enhanced port 0 lid 10 lmc 0
            [1]\t"H-00000000000000a0"[1](a1) \t\t# "host a" lid 1 4xEDR
            [2]\t"S-0000000000000020"[2]\t\t# "leaf 2" lid 20 4xHDR
            [3]\t"S-0000000000000020"[3]\t\t# "leaf 2" lid 20 2xHDR

            vendid=0x2c9
            devid=0xd2f0
            sysimgguid=0x20
            switchguid=0x20(21)
            Switch\t4 "S-0000000000000020"\t\t# "leaf 2" base port 0 lid 20 lmc 1
            [1]\t"H-00000000000000b0"[2](b2) \t\t# "host b" lid 2 4xFDR10
            [2]\t"S-0000000000000010"[2]\t\t# "leaf 1" lid 10 4xHDR
            [3]\t"S-0000000000000010"[3]\t\t# "leaf 1" lid 10 2xHDR
            [4]\t"R-00000000000000c0"[1](c1) \t\t# "way out" lid 3 4xNDR

            vendid=0x2c9
            devid=0x101b
            sysimgguid=0xa3
            caguid=0xa0
            Ca\t1 "H-00000000000000a0"\t\t# "host a"
            [1](a1) \t"S-0000000000000010"[1]\t\t# lid 1 lmc 0 "leaf 1" lid 10 4xEDR

            vendid=0x2c9
            devid=0x1013
            sysimgguid=0xb3
            caguid=0xb0
            Ca\t2 "H-00000000000000b0"\t\t# "host b"
            [2](b2) \t"S-0000000000000020"[1]\t\t# lid 2 lmc 2 "leaf 2" lid 20 4xFDR10

            vendid=0x8f1
            devid=0x5a40
            rtguid=0xc0
            Rt\t1 "R-00000000000000c0"\t\t# "way out"
            [1](c1) \t"S-0000000000000020"[4]\t\t# lid 3 lmc 0 "leaf 2" lid 20 4xNDR
            """;

    static final int NODES = 5;
    static final int LINKS = 5;

    private SmallSubnet() {}

    static Topology read(String text) {
        return IbnetdiscoverReader.read("test", text.getBytes(UTF_8));
    }

    /** The text with one line, known by its beginning, replaced. */
    static String with(String beginning, String replacement) {
        int start = TEXT.indexOf("\n" + beginning) + 1;
        if (start == 0) {
            throw new IllegalArgumentException("no line begins with " + beginning);
        }
        int end = TEXT.indexOf('\n', start);
        return TEXT.substring(0, start) + replacement + TEXT.substring(end);
    }

    static int lineOf(String text, String beginning) {
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith(beginning)) {
                return i + 1;
            }
        }
        throw new IllegalArgumentException("no line begins with " + beginning);
    }

    static List<String> kinds(Topology topology) {
        return topology.problems().stream().map(FabricProblem::kind).toList();
    }
}

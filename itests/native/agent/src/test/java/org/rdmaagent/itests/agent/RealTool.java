// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.agent;

import java.nio.file.Path;
import java.util.List;
import org.rdmaagent.fabric.Topology;
import org.rdmaagent.itests.jvm.Child;
import org.rdmaagent.itests.jvm.FoundFabric;
import org.rdmaagent.itests.jvm.IbSim;
import org.rdmaagent.itests.jvm.NativeTools;

/** What {@code ibnetdiscover} writes about a simulator's fabric. */
final class RealTool {
    private static final long LIMIT_SECONDS = 60;

    private RealTool() {}

    /**
     * @param served what the tool must find in full
     */
    static String ibnetdiscover(IbSim sim, Topology served, Path folder) throws Exception {
        String tool = NativeTools.program("ibnetdiscover", "infiniband-diags");
        String text = Child.run(List.of(tool), sim.client(), folder, LIMIT_SECONDS).wellEnded();
        FoundFabric.assertTold(served, text);
        return text;
    }
}

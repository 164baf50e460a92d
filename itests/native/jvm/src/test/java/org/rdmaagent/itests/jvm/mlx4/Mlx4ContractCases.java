// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.mlx4;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.itests.contract.Mlx4Case;
import org.rdmaagent.itests.contract.Mlx4Contract;
import org.rdmaagent.itests.jvm.verbs.NamedCase;

/** What every provider of mlx4 has to do. */
public final class Mlx4ContractCases {
    private Mlx4ContractCases() {}

    public static List<NamedCase> all() {
        EmulatedMlx4Rig rig = new EmulatedMlx4Rig();
        List<NamedCase> cases = new ArrayList<>();
        for (Mlx4Case each : Mlx4Contract.cases(rig)) {
            cases.add(new NamedCase(each.name(), () -> each.run(rig)));
        }
        cases.add(new NamedCase("the provider closes", rig::close));
        return cases;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.itests.contract.ContractCase;
import org.rdmaagent.itests.contract.VerbsContract;

/** What every provider has to do. */
final class ContractCases {
    private ContractCases() {}

    /** They share one provider, as the agent's capabilities do. */
    static List<NamedCase> all() {
        EmulatedRig rig = new EmulatedRig();
        List<NamedCase> cases = new ArrayList<>();
        for (ContractCase each : VerbsContract.cases(rig)) {
            cases.add(new NamedCase(each.name(), () -> each.run(rig)));
        }
        cases.add(new NamedCase("the provider closes", rig::close));
        return cases;
    }
}

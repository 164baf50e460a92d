// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.rdmaagent.itests.contract.CompletionPortContract;
import org.rdmaagent.itests.contract.ContractCase;
import org.rdmaagent.itests.contract.ContractRig;
import org.rdmaagent.itests.contract.SchedulingContract;
import org.rdmaagent.itests.contract.VerbsContract;
import org.rdmaagent.jna.os.LinuxScheduling;
import org.rdmaagent.spi.ThreadScheduling;

/** What every provider has to do. */
final class ContractCases {
    private ContractCases() {}

    /** Of the objects. */
    static List<NamedCase> all() {
        return onDevice(VerbsContract::cases);
    }

    /** Of the ports that poll their completion queues. */
    static List<NamedCase> ports() {
        List<NamedCase> cases = new ArrayList<>(onDevice(CompletionPortContract::cases));
        cases.add(new NamedCase("no case of the ports is left out", ContractCases::complete));
        return cases;
    }

    private static void complete() {
        try (EmulatedRig rig = new EmulatedRig()) {
            assertEquals(List.of(), CompletionPortContract.omitted(rig));
        }
    }

    /** They share one provider, as the agent's capabilities do. */
    private static List<NamedCase> onDevice(Function<ContractRig, List<ContractCase>> contract) {
        EmulatedRig rig = new EmulatedRig();
        List<NamedCase> cases = new ArrayList<>();
        for (ContractCase each : contract.apply(rig)) {
            cases.add(new NamedCase(each.name(), () -> each.run(rig)));
        }
        cases.add(new NamedCase("the provider closes", rig::close));
        return cases;
    }

    /** Of the threads; whoever is not root sees refusals. */
    static List<NamedCase> scheduling() {
        ThreadScheduling scheduling = LinuxScheduling.load().orElseThrow();
        return SchedulingContract.cases().stream()
                .map(each -> new NamedCase(each.name(), () -> each.run(scheduling)))
                .toList();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import java.util.stream.Stream;

/**
 * What every provider of completion ports does, on any device; {@link ContractRig#completionPorts}
 * is one way to poll.
 */
public final class CompletionPortContract {
    private CompletionPortContract() {}

    /** Every case there is. */
    public static List<ContractCase> all() {
        return Stream.of(
                        PortOpenCases.cases(),
                        PortWayCases.cases(),
                        PortStatusCases.cases(),
                        PortFailureCases.cases(),
                        PortCursorCases.cases(),
                        PortRingCases.cases(),
                        PortReplyCases.cases(),
                        PortEventCases.cases(),
                        PortCloseCases.cases(),
                        PortVolumeCases.cases())
                .flatMap(List::stream)
                .toList();
    }

    /** Those that hold on a rig. */
    public static List<ContractCase> cases(ContractRig rig) {
        return all().stream().filter(one -> one.fits(rig)).toList();
    }

    /** Those that a rig lacks a trait for: its documented differences, to be reported. */
    public static List<ContractCase> omitted(ContractRig rig) {
        return all().stream().filter(one -> !one.fits(rig)).toList();
    }
}

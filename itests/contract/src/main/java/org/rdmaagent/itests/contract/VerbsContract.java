// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import java.util.stream.Stream;
import org.rdmaagent.Gid;

/** All cases. */
public final class VerbsContract {
    /** The group of the multicast cases where the port has an IPv4 address: 239.77.0.1. */
    public static final Gid IPV4_GROUP = new Gid(0, 0x0000_ffff_ef4d_0001L);

    /** Their group elsewhere: link-local, transient. */
    public static final Gid GROUP = new Gid(0xff12_a01b_ffff_0000L, 0x4242);

    private VerbsContract() {}

    /** Every case there is. */
    public static List<ContractCase> all() {
        return Stream.of(
                        ObjectCases.cases(),
                        BusyCases.cases(),
                        SizeCases.cases(),
                        ClosedCases.cases(),
                        TransitionCases.cases(),
                        AttributeCases.cases(),
                        MulticastCases.cases(),
                        ReliableCases.cases(),
                        DatagramCases.cases(),
                        FailureCases.cases(),
                        AccessCases.cases(),
                        CompletionQueueCases.cases(),
                        SharedReceiveCases.cases(),
                        EventCases.cases(),
                        LeaseCases.cases(),
                        RareObjectCases.cases(),
                        RoundsCases.cases())
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

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import java.util.stream.Stream;

/** What every connection manager does ({@link org.rdmaagent.spi.cm.CmLibrary}). */
public final class CmContract {
    private CmContract() {}

    /** Every case there is. */
    public static List<CmCase> all() {
        return Stream.of(
                        CmIdCases.cases(),
                        CmJoinCases.cases(),
                        CmLeaveCases.cases(),
                        CmLeaseCases.cases(),
                        CmRaceCases.cases())
                .flatMap(List::stream)
                .toList();
    }

    /** Those that hold on a rig. */
    public static List<CmCase> cases(CmRig rig) {
        return all().stream().filter(one -> one.fits(rig)).toList();
    }

    /** Those that a rig lacks a trait for. */
    public static List<CmCase> omitted(CmRig rig) {
        return all().stream().filter(one -> !one.fits(rig)).toList();
    }
}

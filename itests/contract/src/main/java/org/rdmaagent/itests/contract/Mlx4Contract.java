// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.List;
import java.util.stream.Stream;

/** What every provider of mlx4 does ({@link org.rdmaagent.spi.mlx4.Mlx4Library}). */
public final class Mlx4Contract {
    private Mlx4Contract() {}

    /** Every case there is. */
    public static List<Mlx4Case> all() {
        return Stream.of(
                        Mlx4PlanCases.cases(),
                        Mlx4SwitchCases.cases(),
                        Mlx4SizeCases.cases(),
                        Mlx4ArenaCases.cases(),
                        Mlx4TroubleCases.cases(),
                        Mlx4ServiceCases.cases(),
                        Mlx4RangeCases.cases(),
                        Mlx4LayoutCases.cases(),
                        Mlx4RaceCases.cases())
                .flatMap(List::stream)
                .toList();
    }

    /** Those that hold on a rig. */
    public static List<Mlx4Case> cases(Mlx4Rig rig) {
        return all().stream().filter(one -> one.fits(rig)).toList();
    }

    /** Those that a rig lacks a trait for. */
    public static List<Mlx4Case> omitted(Mlx4Rig rig) {
        return all().stream().filter(one -> !one.fits(rig)).toList();
    }
}

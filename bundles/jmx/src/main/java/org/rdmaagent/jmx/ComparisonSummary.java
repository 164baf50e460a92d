// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.List;
import org.rdmaagent.fabric.EngineComparison;

/**
 * What two engines do not agree in, on the wire.
 *
 * @param same whether both found the same
 * @param differenceCount in how many things they do not agree
 * @param differences each in a sentence, the first {@link #SHOWN_ROWS}
 * @param first the first engine's counts and cost
 * @param second the second engine's counts and cost
 */
public record ComparisonSummary(
        boolean same,
        int differenceCount,
        List<String> differences,
        SweepSummary first,
        SweepSummary second) {
    /** How many sentences are shown at the most. */
    static final int SHOWN_ROWS = 1000;

    static ComparisonSummary of(EngineComparison comparison) {
        List<String> all = comparison.differences();
        return new ComparisonSummary(
                comparison.same(),
                all.size(),
                List.copyOf(all.subList(0, Math.min(SHOWN_ROWS, all.size()))),
                SweepSummary.of(comparison.first()),
                SweepSummary.of(comparison.second()));
    }
}

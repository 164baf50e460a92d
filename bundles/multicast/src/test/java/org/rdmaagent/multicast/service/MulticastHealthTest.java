// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;

/** What the health check says. */
class MulticastHealthTest {
    private static HealthResult check(int troubles) {
        List<String> all = IntStream.range(0, troubles).mapToObj(i -> "trouble " + i).toList();
        return MulticastHealth.of(List.of(), all);
    }

    @Test
    void fiveAreNamed() {
        HealthResult result = check(5);
        assertEquals(HealthGrade.WARN, result.grade());
        assertFalse(result.text().contains("more"), result.text());
    }

    @Test
    void ofAThousandFiveAreNamedAndTheOthersCounted() {
        assertEquals(
                "memberships: 0 joined; trouble 0; trouble 1; trouble 2; trouble 3; trouble 4; and"
                        + " 995 more",
                check(1000).text());
    }
}

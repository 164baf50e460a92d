// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;

class TransitionsTest {
    @Test
    void missingAttributesAreNamedAllAtOnce() {
        String told =
                Transitions.explain(
                        QpType.RC,
                        QpState.RTR,
                        QpAttributes.builder().qpState(QpState.RTS).timeout(1).sqPsn(0).build());
        assertEquals(
                "from RTR to RTS a queue pair of type RC needs"
                        + " [RETRY_CNT, RNR_RETRY, MAX_QP_RD_ATOMIC] too",
                told);
    }

    @Test
    void superfluousAttributesAreNamed() {
        String told =
                Transitions.explain(
                        QpType.UD,
                        QpState.INIT,
                        QpAttributes.builder().qpState(QpState.RTR).rqPsn(1).qkey(2).build());
        assertEquals("from INIT to RTR a queue pair of type UD does not take [RQ_PSN]", told);
    }

    @Test
    void whereNoWayLeadsTheOthersAreNamed() {
        assertEquals(
                "a queue pair of type UC does not go from RESET to ERR, but to one of"
                        + " [RESET, INIT]",
                Transitions.explain(QpType.UC, QpState.RESET, QpAttributes.ofState(QpState.ERR)));
        assertEquals(
                "a queue pair of type RC does not go from SQE to RTS, but to one of [RESET, ERR]",
                Transitions.explain(QpType.RC, QpState.SQE, QpAttributes.ofState(QpState.RTS)));
    }

    @Test
    void aWrongBeliefIsTold() {
        String told =
                Transitions.explain(
                        QpType.UD,
                        QpState.SQE,
                        QpAttributes.builder()
                                .curQpState(QpState.RTS)
                                .qpState(QpState.RTS)
                                .build());
        assertTrue(told.contains("it is in SQE, not in RTS"), told);
    }

    @Test
    void withoutAStateTheWayLeadsToWhereItIs() {
        String told =
                Transitions.explain(
                        QpType.RC, QpState.RTS, QpAttributes.builder().rqPsn(1).build());
        assertEquals("from RTS to RTS a queue pair of type RC does not take [RQ_PSN]", told);
    }

    @ParameterizedTest
    @EnumSource(value = QpType.class, names = "DRIVER", mode = EnumSource.Mode.EXCLUDE)
    void everyTypeHasOneWayFromStateToState(QpType type) {
        Set<Set<QpState>> steps = new HashSet<>();
        Set<String> ways = new HashSet<>();
        for (Transition way : Transition.ALL) {
            if (way.types().contains(type)) {
                assertTrue(ways.add(way.from() + " " + way.to()), way.toString());
                steps.add(EnumSet.of(way.from(), way.to()));
                EnumSet<QpAttribute> both = EnumSet.noneOf(QpAttribute.class);
                both.addAll(way.required());
                both.retainAll(way.optional());
                assertEquals(Set.of(), both, way.toString());
            }
        }
        assertTrue(steps.contains(EnumSet.of(QpState.RESET, QpState.INIT)));
        assertTrue(steps.contains(EnumSet.of(QpState.INIT, QpState.RTR)));
        assertTrue(steps.contains(EnumSet.of(QpState.RTR, QpState.RTS)));
    }
}

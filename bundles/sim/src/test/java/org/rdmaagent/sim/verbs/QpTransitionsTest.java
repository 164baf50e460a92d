// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;

/** The rows of the kernel's qp_state_table for what no device under test can show. */
class QpTransitionsTest {
    private static String names(Set<QpAttribute> attributes) {
        TreeSet<String> names = new TreeSet<>();
        attributes.forEach(attribute -> names.add(attribute.name()));
        return String.join(" ", names);
    }

    @ParameterizedTest
    @CsvSource({
        "XRC_SEND, RESET, INIT, ACCESS_FLAGS PKEY_INDEX PORT",
        "XRC_RECV, RESET, INIT, ACCESS_FLAGS PKEY_INDEX PORT",
        "XRC_SEND, INIT, RTR, AV DEST_QPN PATH_MTU RQ_PSN",
        "XRC_RECV, INIT, RTR, AV DEST_QPN MAX_DEST_RD_ATOMIC MIN_RNR_TIMER PATH_MTU RQ_PSN",
        "XRC_SEND, RTR, RTS, MAX_QP_RD_ATOMIC RETRY_CNT RNR_RETRY SQ_PSN TIMEOUT",
        "XRC_RECV, RTR, RTS, SQ_PSN TIMEOUT",
        "UC, RTR, RTS, SQ_PSN",
        "RC, RTS, SQD, ''",
        "RC, ERR, RESET, ''",
    })
    void required(QpType type, QpState from, QpState to, String attributes) {
        assertEquals(attributes, names(QpTransitions.required(type, from, to)));
    }

    @ParameterizedTest
    @CsvSource({
        "UD, INIT, INIT, PKEY_INDEX PORT QKEY",
        "RC, INIT, INIT, ACCESS_FLAGS PKEY_INDEX PORT",
        "XRC_SEND, RTR, RTS, ACCESS_FLAGS ALT_PATH CUR_STATE PATH_MIG_STATE",
        "XRC_RECV, RTS, RTS, ACCESS_FLAGS ALT_PATH CUR_STATE MIN_RNR_TIMER PATH_MIG_STATE",
        "UD, RTS, RTS, CUR_STATE QKEY",
        "UC, RTS, SQD, EN_SQD_ASYNC_NOTIFY",
        "UD, SQD, RTS, CUR_STATE QKEY",
        "UC, SQD, RTS, ACCESS_FLAGS ALT_PATH CUR_STATE PATH_MIG_STATE",
        "UD, SQD, SQD, PKEY_INDEX QKEY",
        "UC, SQD, SQD, ACCESS_FLAGS ALT_PATH AV PATH_MIG_STATE PKEY_INDEX",
        "RC, SQD, SQD, ACCESS_FLAGS ALT_PATH AV MAX_DEST_RD_ATOMIC MAX_QP_RD_ATOMIC MIN_RNR_TIMER"
                + " PATH_MIG_STATE PKEY_INDEX PORT RETRY_CNT RNR_RETRY TIMEOUT",
        "XRC_SEND, SQD, SQD, ACCESS_FLAGS ALT_PATH AV MAX_QP_RD_ATOMIC PATH_MIG_STATE PKEY_INDEX"
                + " PORT RETRY_CNT RNR_RETRY TIMEOUT",
        "XRC_RECV, SQD, SQD, ACCESS_FLAGS ALT_PATH AV MAX_DEST_RD_ATOMIC MIN_RNR_TIMER"
                + " PATH_MIG_STATE PKEY_INDEX PORT TIMEOUT",
        "UD, SQE, RTS, CUR_STATE QKEY",
        "UC, SQE, RTS, ACCESS_FLAGS CUR_STATE",
        "RC, SQE, RTS, ''",
        "RC, RTS, ERR, ''",
        "RC, RESET, INIT, ''",
    })
    void optional(QpType type, QpState from, QpState to, String attributes) {
        assertEquals(attributes, names(QpTransitions.optional(type, from, to)));
    }

    @ParameterizedTest
    @EnumSource(QpState.class)
    void theErrorStateEndsInResetOnlyAndCanBeReachedFromAllButReset(QpState state) {
        assertEquals(
                state == QpState.RESET || state == QpState.ERR,
                QpTransitions.exists(QpState.ERR, state));
        assertEquals(
                state != QpState.RESET && state != QpState.UNKNOWN,
                QpTransitions.exists(state, QpState.ERR));
        assertFalse(QpTransitions.exists(state, QpState.SQE));
        assertFalse(QpTransitions.exists(state, QpState.UNKNOWN));
    }

    @Test
    void theComplaintNamesWhatIsMissingAndWhatIsSuperfluous() {
        Set<QpAttribute> mask = EnumSet.of(QpAttribute.STATE, QpAttribute.PORT);
        String missing =
                QpTransitions.flaw(QpType.UD, QpState.RESET, QpState.INIT, mask).orElseThrow();
        assertTrue(missing.contains("PKEY_INDEX, QKEY"), missing);
        mask.addAll(EnumSet.of(QpAttribute.PKEY_INDEX, QpAttribute.QKEY, QpAttribute.SQ_PSN));
        String superfluous =
                QpTransitions.flaw(QpType.UD, QpState.RESET, QpState.INIT, mask).orElseThrow();
        assertTrue(superfluous.contains("SQ_PSN"), superfluous);
        mask.remove(QpAttribute.SQ_PSN);
        assertTrue(QpTransitions.flaw(QpType.UD, QpState.RESET, QpState.INIT, mask).isEmpty());
    }
}

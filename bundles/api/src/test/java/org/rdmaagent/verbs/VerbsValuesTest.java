// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;

/** What values hold, and what they refuse. */
class VerbsValuesTest {
    private static final SendTarget MEMORY = new SendTarget.Memory(4096, 7);
    private static final SendTarget ATOMIC = new SendTarget.Atomic(4096, 7, 1, 2);
    private static final SendTarget PEER = new SendTarget.Peer();

    @Test
    void theBuilderCollectsTheMask() {
        QpAttributes attributes =
                QpAttributes.builder()
                        .qpState(QpState.INIT)
                        .pkeyIndex(3)
                        .portNum(1)
                        .qpAccessFlags(Set.of(AccessFlag.REMOTE_READ))
                        .build();
        assertEquals(
                EnumSet.of(
                        QpAttribute.STATE,
                        QpAttribute.PKEY_INDEX,
                        QpAttribute.PORT,
                        QpAttribute.ACCESS_FLAGS),
                attributes.mask());
        assertEquals(1 | 1 << 4 | 1 << 5 | 1 << 3, attributes.maskCode());
        assertEquals(3, attributes.pkeyIndex());
        assertTrue(attributes.has(QpAttribute.PORT));
        assertFalse(attributes.has(QpAttribute.QKEY));
    }

    @Test
    void everyFieldOfTheAlternatePathIsOneBit() {
        QpAttributes attributes =
                QpAttributes.builder()
                        .altAhAttr(AhAttributes.local(new Lid(5), 2))
                        .altPkeyIndex(1)
                        .altPortNum(2)
                        .altTimeout(14)
                        .build();
        assertEquals(Set.of(QpAttribute.ALT_PATH), attributes.mask());
    }

    @Test
    void anAnswerHasTheMaskThatWasAskedFor() {
        QpAttributes answer =
                QpAttributes.builder()
                        .qpState(QpState.RTS)
                        .sqDraining(true)
                        .asked(Set.of(QpAttribute.CAP))
                        .build();
        assertEquals(Set.of(QpAttribute.CAP), answer.mask());
        assertEquals(QpState.RTS, answer.qpState());
        assertTrue(answer.sqDraining());
        assertEquals(Optional.empty(), answer.pathMtu());
    }

    @Test
    void attributesOutOfRangeAreRefusedByName() {
        List<QpAttributesBuilder> wrong =
                List.of(
                        QpAttributes.builder().rqPsn(1 << 24),
                        QpAttributes.builder().sqPsn(-1),
                        QpAttributes.builder().timeout(32),
                        QpAttributes.builder().retryCnt(8),
                        QpAttributes.builder().rnrRetry(8),
                        QpAttributes.builder().minRnrTimer(32),
                        QpAttributes.builder().portNum(256),
                        QpAttributes.builder().rateLimit(1L << 32));
        List<String> names =
                wrong.stream().map(builder -> refusal(builder::build).split(" ")[0]).toList();
        assertEquals(
                List.of(
                        "rqPsn",
                        "sqPsn",
                        "timeout",
                        "retryCnt",
                        "rnrRetry",
                        "minRnrTimer",
                        "portNum",
                        "rateLimit"),
                names);
    }

    @ParameterizedTest
    @CsvSource({"0,true", "16777215,true", "16777216,false", "-1,false"})
    void aQueuePairNumberHasTwentyFourBits(int value, boolean good) {
        if (good) {
            assertEquals(String.valueOf(value), new QpNumber(value).toString());
        } else {
            assertThrows(IllegalArgumentException.class, () -> new QpNumber(value));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1 << 20})
    void aRouteRefusesAFlowLabelOutOfRange(int label) {
        Gid gid = new Gid(0, 1);
        assertThrows(IllegalArgumentException.class, () -> new GlobalRoute(gid, label, 0, 64, 0));
    }

    @ParameterizedTest
    @EnumSource
    void anOpcodeTakesItsOwnTargetsOnly(SendOpcode opcode) {
        for (SendTarget target : List.of(MEMORY, ATOMIC, PEER)) {
            boolean fits =
                    switch (opcode) {
                        case RDMA_WRITE, RDMA_WRITE_WITH_IMM, RDMA_READ -> target == MEMORY;
                        case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD -> target == ATOMIC;
                        case SEND, SEND_WITH_IMM, SEND_WITH_INV, LOCAL_INV -> target == PEER;
                        default -> false;
                    };
            if (fits) {
                assertEquals(target, request(opcode, target).target());
            } else {
                String text = refusal(() -> request(opcode, target));
                assertTrue(text.startsWith(opcode.name()), text);
            }
        }
    }

    @Test
    void onlyASuccessHasDetails() {
        QpNumber qp = new QpNumber(17);
        WorkCompletion failed =
                WorkCompletion.failure(5, WorkCompletionStatus.WR_FLUSH_ERR, 249, qp);
        assertFalse(failed.succeeded());
        assertTrue(failed.details().isEmpty());
        assertThrows(
                IllegalArgumentException.class,
                () -> WorkCompletion.failure(5, WorkCompletionStatus.SUCCESS, 0, qp));
        CompletionDetails details =
                new CompletionDetails(WorkCompletionOpcode.RECV, 104, 0, qp, Set.of(), 0, 0, 0, 0);
        assertTrue(WorkCompletion.success(5, qp, details).succeeded());
        Optional<CompletionDetails> some = Optional.of(details);
        assertThrows(
                IllegalArgumentException.class,
                () -> new WorkCompletion(5, WorkCompletionStatus.FATAL_ERR, 0, qp, some));
    }

    @Test
    void lengthsReachFourGigabytes() {
        assertEquals(0xffff_ffffL, new ScatterGather(0, 0xffff_ffffL, 1).length());
        assertThrows(IllegalArgumentException.class, () -> new ScatterGather(0, 1L << 32, 1));
        assertThrows(IllegalArgumentException.class, () -> new ScatterGather(0, -1, 1));
    }

    private static String refusal(Executable call) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    private static SendRequest request(SendOpcode opcode, SendTarget target) {
        return new SendRequest(1, opcode, Set.of(), List.of(), 0, target);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.structs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvAhAttr;
import org.rdmaagent.jna.layout.IbvQpAttr;
import org.rdmaagent.jna.layout.IbvWc;
import org.rdmaagent.verbs.AccessFlag;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.CompletionDetails;
import org.rdmaagent.verbs.GlobalRoute;
import org.rdmaagent.verbs.MigrationState;
import org.rdmaagent.verbs.Mtu;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.WorkCompletion;
import org.rdmaagent.verbs.WorkCompletionFlag;
import org.rdmaagent.verbs.WorkCompletionOpcode;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** What is written is read again, and nothing that a driver leaves there cannot be read. */
class StructsTest {
    private static final AhAttributes WAY =
            new AhAttributes(
                    Optional.of(new GlobalRoute(new Gid(1, 2), 0xfffff, 255, 254, 253)),
                    new Lid(0xffff),
                    15,
                    127,
                    18,
                    2);

    @Test
    void attributesOfAQueuePairComeBack() {
        QpAttributes all =
                QpAttributes.builder()
                        .qpState(QpState.SQD)
                        .curQpState(QpState.RTS)
                        .pathMtu(Mtu.MTU_4096)
                        .pathMigState(MigrationState.ARMED)
                        .qkey(0x8000_0001)
                        .rqPsn(0xffffff)
                        .sqPsn(0xfffffe)
                        .destQpNum(new QpNumber(0xfffffd))
                        .qpAccessFlags(Set.of(AccessFlag.REMOTE_ATOMIC, AccessFlag.LOCAL_WRITE))
                        .cap(new QpCapabilities(1, 2, 3, 4, 5))
                        .ahAttr(WAY)
                        .altAhAttr(AhAttributes.local(new Lid(7), 1))
                        .pkeyIndex(0xffff)
                        .altPkeyIndex(0xfffe)
                        .enSqdAsyncNotify(true)
                        .sqDraining(true)
                        .maxRdAtomic(255)
                        .maxDestRdAtomic(254)
                        .minRnrTimer(31)
                        .portNum(2)
                        .timeout(30)
                        .retryCnt(7)
                        .rnrRetry(6)
                        .altPortNum(1)
                        .altTimeout(29)
                        .rateLimit(0xffff_ffffL)
                        .build();
        try (CStruct struct = CStruct.allocate(IbvQpAttr.SIZE)) {
            QpAttrStruct.write(all, struct);
            assertEquals(all, QpAttrStruct.read(struct, EnumSet.allOf(QpAttribute.class)));
        }
    }

    @Test
    void anythingThatADriverLeavesCanBeRead() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        byte[] bytes = new byte[IbvQpAttr.SIZE];
        try (CStruct struct = CStruct.allocate(IbvQpAttr.SIZE)) {
            for (int i = 0; i < 2000; i++) {
                random.nextBytes(bytes);
                struct.pointer().write(0, bytes, 0, bytes.length);
                try {
                    QpAttrStruct.read(struct, Set.of());
                    AhStruct.read(struct);
                    CompletionStruct.read(struct);
                    SrqStruct.read(struct);
                } catch (RuntimeException e) {
                    throw new AssertionError("seed " + seed, e);
                }
            }
        }
    }

    @Test
    void waysComeBack() {
        try (CStruct struct = CStruct.allocate(IbvAhAttr.SIZE)) {
            AhStruct.write(WAY, struct);
            assertEquals(WAY, AhStruct.read(struct));
        }
    }

    @Test
    void completionsComeBackAndImmediateDataInTheOrderOfTheWire() {
        CompletionDetails details =
                new CompletionDetails(
                        WorkCompletionOpcode.RECV,
                        0xffff_ffffL,
                        0x01020304,
                        new QpNumber(5),
                        Set.of(WorkCompletionFlag.GRH, WorkCompletionFlag.WITH_IMM),
                        6,
                        7,
                        8,
                        9);
        WorkCompletion completion = WorkCompletion.success(1, new QpNumber(2), details);
        try (CStruct struct = CStruct.allocate(IbvWc.SIZE)) {
            CompletionStruct.mark(struct);
            assertFalse(CompletionStruct.isFilled(struct));
            CompletionStruct.write(completion, details, struct);
            assertTrue(CompletionStruct.isFilled(struct));
            struct.put(IbvWc.IMM_DATA, new byte[] {1, 2, 3, 4});
            assertEquals(completion, CompletionStruct.read(struct));
        }
    }

    @Test
    void aFailureTellsNothingElse() {
        try (CStruct struct = CStruct.allocate(IbvWc.SIZE)) {
            struct.put(IbvWc.STATUS, WorkCompletionStatus.RETRY_EXC_ERR.code())
                    .put(IbvWc.VENDOR_ERR, 0x81)
                    .put(IbvWc.QP_NUM, 3)
                    .put(IbvWc.OPCODE, 999)
                    .put(IbvWc.SLID, 7);
            assertEquals(
                    WorkCompletion.failure(
                            0, WorkCompletionStatus.RETRY_EXC_ERR, 0x81, new QpNumber(3)),
                    CompletionStruct.read(struct));
        }
    }
}

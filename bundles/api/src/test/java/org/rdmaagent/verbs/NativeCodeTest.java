// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Constants and their numbers and bits. */
class NativeCodeTest {
    @ParameterizedTest
    @EnumSource
    void aStatusIsFoundByItsNumber(WorkCompletionStatus status) {
        assertEquals(Optional.of(status), WorkCompletionStatus.ofCode(status.code()));
    }

    @ParameterizedTest
    @EnumSource
    void anOpcodeIsFoundByItsNumber(WorkCompletionOpcode opcode) {
        assertEquals(Optional.of(opcode), WorkCompletionOpcode.ofCode(opcode.code()));
        assertEquals((opcode.code() & 128) != 0 && opcode.code() > 0, opcode.isReceive());
    }

    @ParameterizedTest
    @EnumSource
    void anEventIsFoundByItsNumber(AsyncEventType type) {
        assertEquals(Optional.of(type), AsyncEventType.ofCode(type.code()));
    }

    @ParameterizedTest
    @EnumSource
    void aBitOfAMaskIsFoundAlone(QpAttribute attribute) {
        assertEquals(Set.of(attribute), QpAttribute.ofMask(attribute.code()));
    }

    @Test
    void aMaskOfAllAndBackIsAll() {
        Set<AccessFlag> all = EnumSet.allOf(AccessFlag.class);
        assertEquals(all, AccessFlag.ofMask(NativeCode.mask(all)));
        assertEquals(Set.of(), AccessFlag.ofMask(0));
    }

    @Test
    void bitsThatNoConstantHasAreLeftOut() {
        assertEquals(Set.of(SendFlag.SIGNALED), SendFlag.ofMask(1 << 30 | 2));
    }

    @Test
    void anUnknownNumberHasNoConstant() {
        assertTrue(QpType.ofCode(77).isEmpty());
        assertTrue(QpState.ofCode(-5).isEmpty());
    }
}

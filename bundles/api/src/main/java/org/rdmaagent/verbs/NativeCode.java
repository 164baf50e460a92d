// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** A constant with the number or the bit that verbs.h gives it. */
public interface NativeCode {
    /** The number or the bit in C. */
    int code();

    /** The bits of all of them together. */
    static int mask(Collection<? extends NativeCode> codes) {
        int mask = 0;
        for (NativeCode code : codes) {
            mask |= code.code();
        }
        return mask;
    }

    /**
     * The constants whose bits are set, in order; bits that none has are left out. Not modifiable.
     */
    static <E extends Enum<E> & NativeCode> Set<E> ofMask(Class<E> type, int mask) {
        EnumSet<E> found = EnumSet.noneOf(type);
        for (E constant : EnumSet.allOf(type)) {
            if (constant.code() != 0 && (mask & constant.code()) == constant.code()) {
                found.add(constant);
            }
        }
        return Collections.unmodifiableSet(found);
    }

    /** The constant of a number; empty if none has it. */
    static <E extends NativeCode> Optional<E> ofCode(E[] constants, int code) {
        for (E constant : constants) {
            if (constant.code() == code) {
                return Optional.of(constant);
            }
        }
        return Optional.empty();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import com.sun.jna.Function;
import com.sun.jna.Pointer;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.layout.IbvContext;
import org.rdmaagent.jna.layout.VerbsContext;

/**
 * An operation that has no symbol: an inline function of verbs.h calls it through a pointer in
 * front of the context.
 */
final class ContextOperation {
    /** {@code __VERBS_ABI_IS_EXTENDED} of verbs.h, (void *)-1. */
    private static final long EXTENDED = -1;

    private ContextOperation() {}

    /** The driver's function; null if the context does not reach so far, or the pointer is NULL. */
    static @Nullable Function find(Pointer context, VerbsContext member) {
        long abi = context.getLong(IbvContext.ABI_COMPAT.offset());
        if (abi != EXTENDED || !member.existsIn(context.getLong(VerbsContext.SZ.offset()))) {
            return null;
        }
        Pointer operation = context.getPointer(member.offset());
        return operation == null ? null : Function.getFunction(operation);
    }
}

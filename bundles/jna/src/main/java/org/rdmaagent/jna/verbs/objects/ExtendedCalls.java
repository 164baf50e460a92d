// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Function;
import com.sun.jna.Pointer;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.jna.layout.IbvContext;
import org.rdmaagent.jna.layout.VerbsContext;
import org.rdmaagent.jna.verbs.VerbsFailure;

/**
 * The functions that verbs.h calls through pointers in the context, since they have no symbol. A
 * pointer that is NULL, or that lies in front of what the context has, is an operation that the
 * driver does not offer.
 */
final class ExtendedCalls {
    /** {@code __VERBS_ABI_IS_EXTENDED} of verbs.h, (void *)-1. */
    private static final long EXTENDED = -1;

    private final Map<IbvContext, Function> basic = new EnumMap<>(IbvContext.class);
    private final Map<VerbsContext, Function> extended = new EnumMap<>(VerbsContext.class);

    ExtendedCalls(Pointer context) {
        for (IbvContext member : IbvContext.values()) {
            if (member.member().startsWith("ops.")) {
                Pointer pointer = context.getPointer(member.offset());
                if (pointer != null) {
                    basic.put(member, Function.getFunction(pointer));
                }
            }
        }
        if (context.getLong(IbvContext.ABI_COMPAT.offset()) == EXTENDED) {
            long size = context.getLong(VerbsContext.SZ.offset());
            for (VerbsContext member : VerbsContext.values()) {
                addExtended(context, size, member);
            }
        }
    }

    private void addExtended(Pointer context, long size, VerbsContext member) {
        if (member == VerbsContext.SZ || !member.existsIn(size)) {
            return;
        }
        Pointer pointer = context.getPointer(member.offset());
        if (pointer != null) {
            extended.put(member, Function.getFunction(pointer));
        }
    }

    /** Calls one that answers a number; EOPNOTSUPP if it is not there. */
    int call(IbvContext operation, Object... arguments) {
        Function function = basic.get(operation);
        return function == null ? VerbsFailure.EOPNOTSUPP : function.invokeInt(arguments);
    }

    /** Calls one that answers a number; EOPNOTSUPP if it is not there. */
    int call(VerbsContext operation, Object... arguments) {
        Function function = extended.get(operation);
        return function == null ? VerbsFailure.EOPNOTSUPP : function.invokeInt(arguments);
    }

    /** Whether the driver offers it. */
    boolean has(VerbsContext operation) {
        return extended.containsKey(operation);
    }

    /** Calls one that answers an object; null with errno, or if it is not there. */
    @Nullable Pointer create(VerbsContext operation, Object... arguments) {
        Function function = extended.get(operation);
        return function == null ? null : function.invokePointer(arguments);
    }
}

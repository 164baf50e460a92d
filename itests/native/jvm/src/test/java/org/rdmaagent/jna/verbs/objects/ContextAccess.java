// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import org.rdmaagent.spi.verbs.ContextHandle;

/** An open context as the library and its companion see it. */
public final class ContextAccess {
    private ContextAccess() {}

    /** Where the library keeps it. */
    public static Pointer address(ContextHandle context) {
        return ((NativeContext) context).pointer();
    }

    /** For a companion that it did not get. */
    public static OpenContext open(ContextHandle context) {
        return new OpenContext("cases", (NativeContext) context);
    }
}

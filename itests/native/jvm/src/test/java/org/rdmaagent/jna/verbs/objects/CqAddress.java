// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import org.rdmaagent.spi.verbs.CqHandle;

/** Where the library keeps a completion queue, for what only other libraries can do with it. */
public final class CqAddress {
    private CqAddress() {}

    /** Of an open one. */
    public static Pointer of(CqHandle queue) {
        return ((NativeCq) queue).pointer();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import org.rdmaagent.PortId;
import org.rdmaagent.jna.layout.IbvPortAttr;
import org.rdmaagent.jna.layout.VerbsContext;

/**
 * {@code ibv_query_port} as verbs.h defines it: an inline function that prefers a pointer in the
 * context, since the exported function stops short of the struct's last members.
 */
final class PortQuery {
    private PortQuery() {}

    /**
     * @param attributes of {@link IbvPortAttr#SIZE} bytes
     */
    static void query(Pointer context, PortId port, Memory attributes) {
        attributes.clear();
        Function query = ContextOperation.find(context, VerbsContext.QUERY_PORT);
        int errno =
                query == null
                        ? VerbsCalls.ibv_query_port(context, (byte) port.port(), attributes)
                        : query.invokeInt(
                                new Object[] {
                                    context, (byte) port.port(), attributes, (long) IbvPortAttr.SIZE
                                });
        if (errno != 0) {
            throw VerbsFailure.of("ibv_query_port", Math.abs(errno), port.toString());
        }
    }
}

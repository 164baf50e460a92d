// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import org.rdmaagent.PortId;
import org.rdmaagent.jna.layout.IbvPortAttr;
import org.rdmaagent.verbs.LinkLayer;

/** {@code ibv_query_port(3)}, for the link layer alone. */
public final class LinkQuery {
    private LinkQuery() {}

    /**
     * Whether a port is one of Ethernet.
     *
     * @param context is open
     * @throws org.rdmaagent.RdmaException as the function fails
     */
    public static boolean isEthernet(Pointer context, String device, int port) {
        try (Memory attributes = new Memory(IbvPortAttr.SIZE)) {
            PortQuery.query(context, new PortId(device, port), attributes);
            int code = attributes.getByte(IbvPortAttr.LINK_LAYER.offset());
            return LinkLayer.ofCode(code) == LinkLayer.ETHERNET;
        }
    }
}

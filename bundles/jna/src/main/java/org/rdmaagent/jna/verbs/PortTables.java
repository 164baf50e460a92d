// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.Gid;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.GidEntry;
import org.rdmaagent.verbs.LinkLayer;
import org.rdmaagent.verbs.PkeyEntry;
import org.rdmaagent.verbs.PortAttributes;

/** The used rows of a port's GID and P_Key tables. */
final class PortTables {
    private static final int GID_BYTES = 16;
    private static final String IB = "IB";
    private static final String ROCE_V1 = "RoCE v1";

    private final Pointer context;
    private final PortId port;
    private final DeviceFolder folder;

    PortTables(Pointer context, PortId port, DeviceFolder folder) {
        this.context = context;
        this.port = port;
        this.folder = folder;
    }

    List<GidEntry> gids(PortAttributes attributes) {
        boolean ethernet = attributes.linkLayer() == LinkLayer.ETHERNET;
        List<GidEntry> rows = new ArrayList<>();
        try (Memory gid = new Memory(GID_BYTES)) {
            for (int index = 0; index < attributes.gidTblLen(); index++) {
                gid.clear();
                require(
                        "ibv_query_gid",
                        VerbsCalls.ibv_query_gid(context, (byte) port.port(), index, gid));
                Gid value = Gid.ofBytes(gid.getByteArray(0, GID_BYTES));
                if (!value.isZero()) {
                    rows.add(row(index, value, ethernet));
                }
            }
        }
        return rows;
    }

    private GidEntry row(int index, Gid value, boolean ethernet) {
        String type = folder.gidType(port.port(), index);
        if (type.isEmpty() || type.equals(IB)) {
            type = ethernet ? ROCE_V1 : IB;
        }
        return new GidEntry(index, value, type, folder.gidNetdev(port.port(), index));
    }

    List<PkeyEntry> pkeys(PortAttributes attributes) {
        List<PkeyEntry> rows = new ArrayList<>();
        try (Memory pkey = new Memory(Short.BYTES)) {
            for (int index = 0; index < attributes.pkeyTblLen(); index++) {
                pkey.clear();
                require(
                        "ibv_query_pkey",
                        VerbsCalls.ibv_query_pkey(context, (byte) port.port(), index, pkey));
                int value = Byte.toUnsignedInt(pkey.getByte(0)) << 8;
                value |= Byte.toUnsignedInt(pkey.getByte(1)); // network order
                if (value != 0) {
                    rows.add(new PkeyEntry(index, value));
                }
            }
        }
        return rows;
    }

    private void require(String call, int result) throws RdmaException {
        if (result != 0) {
            throw VerbsFailure.of(call, Native.getLastError(), port.toString());
        }
    }
}

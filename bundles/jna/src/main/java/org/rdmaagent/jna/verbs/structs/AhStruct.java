// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.structs;

import java.util.Optional;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvAhAttr;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.GlobalRoute;

/** {@code struct ibv_ah_attr}. */
public final class AhStruct {
    private static final int FLOW_LABEL_MASK = 0xfffff;
    private static final int SL_MASK = 0xf;
    private static final int PATH_BITS_MASK = 0x7f;

    private AhStruct() {}

    /** Fills all members. */
    public static void write(AhAttributes attributes, CStruct struct) {
        struct.put(IbvAhAttr.DLID, attributes.dlid().value())
                .put(IbvAhAttr.SL, attributes.sl())
                .put(IbvAhAttr.SRC_PATH_BITS, attributes.srcPathBits())
                .put(IbvAhAttr.STATIC_RATE, attributes.staticRate())
                .put(IbvAhAttr.IS_GLOBAL, attributes.grh().isPresent() ? 1 : 0)
                .put(IbvAhAttr.PORT_NUM, attributes.portNum());
        attributes.grh().ifPresent(route -> write(route, struct));
    }

    private static void write(GlobalRoute route, CStruct struct) {
        struct.put(IbvAhAttr.GRH_DGID, route.dgid().toBytes())
                .put(IbvAhAttr.GRH_FLOW_LABEL, route.flowLabel())
                .put(IbvAhAttr.GRH_SGID_INDEX, route.sgidIndex())
                .put(IbvAhAttr.GRH_HOP_LIMIT, route.hopLimit())
                .put(IbvAhAttr.GRH_TRAFFIC_CLASS, route.trafficClass());
    }

    /** What the members say; bits that a field cannot have are left out. */
    public static AhAttributes read(CStruct struct) {
        return new AhAttributes(
                struct.get(IbvAhAttr.IS_GLOBAL) == 0
                        ? Optional.empty()
                        : Optional.of(route(struct)),
                new Lid(struct.integer(IbvAhAttr.DLID)),
                struct.integer(IbvAhAttr.SL) & SL_MASK,
                struct.integer(IbvAhAttr.SRC_PATH_BITS) & PATH_BITS_MASK,
                struct.integer(IbvAhAttr.STATIC_RATE),
                struct.integer(IbvAhAttr.PORT_NUM));
    }

    private static GlobalRoute route(CStruct struct) {
        return new GlobalRoute(
                Gid.ofBytes(struct.bytes(IbvAhAttr.GRH_DGID)),
                struct.integer(IbvAhAttr.GRH_FLOW_LABEL) & FLOW_LABEL_MASK,
                struct.integer(IbvAhAttr.GRH_SGID_INDEX),
                struct.integer(IbvAhAttr.GRH_HOP_LIMIT),
                struct.integer(IbvAhAttr.GRH_TRAFFIC_CLASS));
    }
}

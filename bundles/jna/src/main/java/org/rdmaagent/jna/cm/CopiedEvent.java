// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.cm;

import com.sun.jna.Pointer;
import java.util.Optional;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;
import org.rdmaagent.jna.layout.CStruct;
import org.rdmaagent.jna.layout.IbvAhAttr;
import org.rdmaagent.jna.layout.RdmaCmEvent;
import org.rdmaagent.jna.layout.RdmaCmId;
import org.rdmaagent.jna.layout.RdmaUdParam;
import org.rdmaagent.jna.verbs.structs.AhStruct;
import org.rdmaagent.multicast.JoinedGroup;
import org.rdmaagent.spi.cm.CmEventType;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.QpNumber;

/**
 * What is kept of {@code struct rdma_cm_event}; the struct itself is gone once it is acknowledged.
 *
 * @param type what happened
 * @param code its number in C
 * @param status as the library told it: 0, or an errno with either sign
 * @param id the address of the id
 * @param join the context that the join was given, for the events of multicast; else 0
 * @param joined what the group is, for MULTICAST_JOIN
 */
record CopiedEvent(
        CmEventType type, int code, int status, long id, long join, Optional<JoinedGroup> joined) {
    private static final int QP_NUMBER_MASK = 0xffffff;

    /** To be called before the event is acknowledged: until then its id cannot be destroyed. */
    static CopiedEvent read(CStruct event) {
        int code = event.integer(RdmaCmEvent.EVENT);
        CmEventType type = CmEventType.ofCode(code);
        Pointer id = event.address(RdmaCmEvent.ID);
        CStruct datagrams = event.part(RdmaCmEvent.UD);
        boolean joined = type == CmEventType.MULTICAST_JOIN;
        boolean ofGroup = joined || type == CmEventType.MULTICAST_ERROR;
        return new CopiedEvent(
                type,
                code,
                event.integer(RdmaCmEvent.STATUS),
                Pointer.nativeValue(id),
                ofGroup ? datagrams.get(RdmaUdParam.PRIVATE_DATA) : 0,
                joined && id != null
                        ? Optional.of(group(datagrams, CStruct.at(id)))
                        : Optional.empty());
    }

    private static JoinedGroup group(CStruct datagrams, CStruct id) {
        CStruct way = datagrams.part(RdmaUdParam.AH_ATTR);
        return new JoinedGroup(
                Gid.ofBytes(way.bytes(IbvAhAttr.GRH_DGID)),
                new Lid(way.integer(IbvAhAttr.DLID)),
                datagrams.integer(RdmaUdParam.QKEY),
                new QpNumber(datagrams.integer(RdmaUdParam.QP_NUM) & QP_NUMBER_MASK),
                withPort(AhStruct.read(way), id.integer(RdmaCmId.PORT_NUM)));
    }

    /** Some kernels leave the port out. */
    private static AhAttributes withPort(AhAttributes way, int port) {
        return way.portNum() != 0
                ? way
                : new AhAttributes(
                        way.grh(), way.dlid(), way.sl(), way.srcPathBits(), way.staticRate(), port);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import java.nio.ByteBuffer;
import org.rdmaagent.Guid;
import org.rdmaagent.jna.layout.IbvDeviceAttr;
import org.rdmaagent.verbs.DeviceAttributes;

/** Turns {@code struct ibv_device_attr} into a record. */
final class DeviceAttributesReader {
    private DeviceAttributesReader() {}

    /**
     * @param struct {@link IbvDeviceAttr#SIZE} bytes in the machine's order; GUIDs in network order
     */
    static DeviceAttributes read(ByteBuffer struct) {
        return new DeviceAttributes(
                IbvDeviceAttr.FW_VER.text(struct),
                new Guid(IbvDeviceAttr.NODE_GUID.networkLong(struct)),
                new Guid(IbvDeviceAttr.SYS_IMAGE_GUID.networkLong(struct)),
                IbvDeviceAttr.MAX_MR_SIZE.unsigned(struct),
                IbvDeviceAttr.PAGE_SIZE_CAP.unsigned(struct),
                IbvDeviceAttr.VENDOR_ID.integer(struct),
                IbvDeviceAttr.VENDOR_PART_ID.integer(struct),
                IbvDeviceAttr.HW_VER.integer(struct),
                IbvDeviceAttr.MAX_QP.integer(struct),
                IbvDeviceAttr.MAX_QP_WR.integer(struct),
                IbvDeviceAttr.DEVICE_CAP_FLAGS.unsigned(struct),
                IbvDeviceAttr.MAX_SGE.integer(struct),
                IbvDeviceAttr.MAX_SGE_RD.integer(struct),
                IbvDeviceAttr.MAX_CQ.integer(struct),
                IbvDeviceAttr.MAX_CQE.integer(struct),
                IbvDeviceAttr.MAX_MR.integer(struct),
                IbvDeviceAttr.MAX_PD.integer(struct),
                IbvDeviceAttr.MAX_QP_RD_ATOM.integer(struct),
                IbvDeviceAttr.MAX_EE_RD_ATOM.integer(struct),
                IbvDeviceAttr.MAX_RES_RD_ATOM.integer(struct),
                IbvDeviceAttr.MAX_QP_INIT_RD_ATOM.integer(struct),
                IbvDeviceAttr.MAX_EE_INIT_RD_ATOM.integer(struct),
                IbvDeviceAttr.ATOMIC_CAP.integer(struct),
                IbvDeviceAttr.MAX_EE.integer(struct),
                IbvDeviceAttr.MAX_RDD.integer(struct),
                IbvDeviceAttr.MAX_MW.integer(struct),
                IbvDeviceAttr.MAX_RAW_IPV6_QP.integer(struct),
                IbvDeviceAttr.MAX_RAW_ETHY_QP.integer(struct),
                IbvDeviceAttr.MAX_MCAST_GRP.integer(struct),
                IbvDeviceAttr.MAX_MCAST_QP_ATTACH.integer(struct),
                IbvDeviceAttr.MAX_TOTAL_MCAST_QP_ATTACH.integer(struct),
                IbvDeviceAttr.MAX_AH.integer(struct),
                IbvDeviceAttr.MAX_FMR.integer(struct),
                IbvDeviceAttr.MAX_MAP_PER_FMR.integer(struct),
                IbvDeviceAttr.MAX_SRQ.integer(struct),
                IbvDeviceAttr.MAX_SRQ_WR.integer(struct),
                IbvDeviceAttr.MAX_SRQ_SGE.integer(struct),
                IbvDeviceAttr.MAX_PKEYS.integer(struct),
                IbvDeviceAttr.LOCAL_CA_ACK_DELAY.integer(struct),
                IbvDeviceAttr.PHYS_PORT_CNT.integer(struct));
    }
}

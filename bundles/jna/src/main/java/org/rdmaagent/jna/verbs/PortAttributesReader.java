// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import java.nio.ByteBuffer;
import org.rdmaagent.Lid;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;
import org.rdmaagent.jna.layout.IbvPortAttr;
import org.rdmaagent.verbs.LinkLayer;
import org.rdmaagent.verbs.PortAttributes;

/** Turns {@code struct ibv_port_attr} into a record. */
final class PortAttributesReader {
    private PortAttributesReader() {}

    /**
     * @param struct {@link IbvPortAttr#SIZE} bytes in the machine's order
     */
    static PortAttributes read(ByteBuffer struct) {
        return new PortAttributes(
                PortState.ofCode(IbvPortAttr.STATE.integer(struct)).orElse(PortState.NOP),
                mtuBytes(IbvPortAttr.MAX_MTU.integer(struct)),
                mtuBytes(IbvPortAttr.ACTIVE_MTU.integer(struct)),
                IbvPortAttr.GID_TBL_LEN.integer(struct),
                IbvPortAttr.PORT_CAP_FLAGS.unsigned(struct),
                IbvPortAttr.MAX_MSG_SZ.unsigned(struct),
                IbvPortAttr.BAD_PKEY_CNTR.unsigned(struct),
                IbvPortAttr.QKEY_VIOL_CNTR.unsigned(struct),
                IbvPortAttr.PKEY_TBL_LEN.integer(struct),
                new Lid(IbvPortAttr.LID.integer(struct)),
                new Lid(IbvPortAttr.SM_LID.integer(struct)),
                IbvPortAttr.LMC.integer(struct),
                IbvPortAttr.MAX_VL_NUM.integer(struct),
                IbvPortAttr.SM_SL.integer(struct),
                IbvPortAttr.SUBNET_TIMEOUT.integer(struct),
                IbvPortAttr.INIT_TYPE_REPLY.integer(struct),
                IbvPortAttr.ACTIVE_WIDTH.integer(struct),
                IbvPortAttr.ACTIVE_SPEED.integer(struct),
                PortPhysicalState.ofCode(IbvPortAttr.PHYS_STATE.integer(struct))
                        .orElse(PortPhysicalState.NOP),
                LinkLayer.ofCode(IbvPortAttr.LINK_LAYER.integer(struct)),
                IbvPortAttr.FLAGS.integer(struct),
                IbvPortAttr.PORT_CAP_FLAGS2.integer(struct));
    }

    /** {@code enum ibv_mtu}: 1 is 256 bytes, 5 is 4096; 0 bytes for a code that verbs.h lacks. */
    static int mtuBytes(int code) {
        return code >= 1 && code <= 5 ? 128 << code : 0;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs;

import java.nio.ByteBuffer;
import org.rdmaagent.jna.layout.IbvDeviceAttrEx;
import org.rdmaagent.verbs.ExtendedDeviceAttributes;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.CqModerationCaps;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.OdpCaps;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.PacketPacingCaps;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.PciAtomicCaps;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.RssCaps;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.TmCaps;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.TsoCaps;

/** Turns what {@code struct ibv_device_attr_ex} has behind its first member into a record. */
final class ExtendedAttributesReader {
    private ExtendedAttributesReader() {}

    /**
     * @param struct {@link IbvDeviceAttrEx#SIZE} bytes in the machine's order
     */
    static ExtendedDeviceAttributes read(ByteBuffer struct) {
        return new ExtendedDeviceAttributes(
                IbvDeviceAttrEx.COMP_MASK.unsigned(struct),
                odp(struct),
                IbvDeviceAttrEx.COMPLETION_TIMESTAMP_MASK.unsigned(struct),
                IbvDeviceAttrEx.HCA_CORE_CLOCK.unsigned(struct),
                IbvDeviceAttrEx.DEVICE_CAP_FLAGS_EX.unsigned(struct),
                new TsoCaps(
                        IbvDeviceAttrEx.MAX_TSO.unsigned(struct),
                        IbvDeviceAttrEx.TSO_SUPPORTED_QPTS.unsigned(struct)),
                rss(struct),
                IbvDeviceAttrEx.MAX_WQ_TYPE_RQ.unsigned(struct),
                new PacketPacingCaps(
                        IbvDeviceAttrEx.QP_RATE_LIMIT_MIN.unsigned(struct),
                        IbvDeviceAttrEx.QP_RATE_LIMIT_MAX.unsigned(struct),
                        IbvDeviceAttrEx.PACKET_PACING_SUPPORTED_QPTS.unsigned(struct)),
                IbvDeviceAttrEx.RAW_PACKET_CAPS.unsigned(struct),
                tagMatching(struct),
                new CqModerationCaps(
                        IbvDeviceAttrEx.CQ_MOD_MAX_CQ_COUNT.integer(struct),
                        IbvDeviceAttrEx.CQ_MOD_MAX_CQ_PERIOD.integer(struct)),
                IbvDeviceAttrEx.MAX_DM_SIZE.unsigned(struct),
                new PciAtomicCaps(
                        IbvDeviceAttrEx.PCI_ATOMIC_FETCH_ADD.integer(struct),
                        IbvDeviceAttrEx.PCI_ATOMIC_SWAP.integer(struct),
                        IbvDeviceAttrEx.PCI_ATOMIC_COMPARE_SWAP.integer(struct)),
                IbvDeviceAttrEx.XRC_ODP_CAPS.unsigned(struct),
                IbvDeviceAttrEx.PHYS_PORT_CNT_EX.unsigned(struct));
    }

    private static OdpCaps odp(ByteBuffer struct) {
        return new OdpCaps(
                IbvDeviceAttrEx.ODP_GENERAL_CAPS.unsigned(struct),
                IbvDeviceAttrEx.RC_ODP_CAPS.unsigned(struct),
                IbvDeviceAttrEx.UC_ODP_CAPS.unsigned(struct),
                IbvDeviceAttrEx.UD_ODP_CAPS.unsigned(struct));
    }

    private static RssCaps rss(ByteBuffer struct) {
        return new RssCaps(
                IbvDeviceAttrEx.RSS_SUPPORTED_QPTS.unsigned(struct),
                IbvDeviceAttrEx.MAX_RWQ_INDIRECTION_TABLES.unsigned(struct),
                IbvDeviceAttrEx.MAX_RWQ_INDIRECTION_TABLE_SIZE.unsigned(struct),
                IbvDeviceAttrEx.RX_HASH_FIELDS_MASK.unsigned(struct),
                IbvDeviceAttrEx.RX_HASH_FUNCTION.integer(struct));
    }

    private static TmCaps tagMatching(ByteBuffer struct) {
        return new TmCaps(
                IbvDeviceAttrEx.TM_MAX_RNDV_HDR_SIZE.unsigned(struct),
                IbvDeviceAttrEx.TM_MAX_NUM_TAGS.unsigned(struct),
                IbvDeviceAttrEx.TM_FLAGS.unsigned(struct),
                IbvDeviceAttrEx.TM_MAX_OPS.unsigned(struct),
                IbvDeviceAttrEx.TM_MAX_SGE.unsigned(struct));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.Optional;
import org.rdmaagent.verbs.ExtendedDeviceAttributes;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.CqModerationCaps;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.OdpCaps;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.PacketPacingCaps;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.PciAtomicCaps;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.RssCaps;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.TmCaps;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.TsoCaps;

/**
 * What {@code ibv_query_device_ex(3)} tells, on the wire, under the names of {@code
 * ibv_device_attr_ex}. Where the driver does not offer the call all numbers are 0, as in C.
 *
 * @param available whether the driver offers the call
 * @param compMask reserved for fields to come
 * @param odpCaps on-demand paging
 * @param completionTimestampMask the bits that a completion's time stamp has
 * @param hcaCoreClock the clock of those time stamps, kHz
 * @param deviceCapFlagsEx bit mask, enum ibv_device_cap_flags and further flags
 * @param tsoCaps TCP segmentation by the device
 * @param rssCaps spreading of received packets over work queues
 * @param maxWqTypeRq receive work queues
 * @param packetPacingCaps rate limits of queue pairs
 * @param rawPacketCaps bit mask, enum ibv_raw_packet_caps
 * @param tmCaps tag matching
 * @param cqModCaps moderation of completion queues
 * @param maxDmSize memory of the device that can be allocated, bytes
 * @param pciAtomicCaps atomic operations over PCI
 * @param xrcOdpCaps bit mask, enum ibv_odp_transport_cap_bits
 * @param physPortCntEx physical ports
 */
public record ExtendedAttributeValues(
        boolean available,
        long compMask,
        OdpCaps odpCaps,
        long completionTimestampMask,
        long hcaCoreClock,
        long deviceCapFlagsEx,
        TsoCaps tsoCaps,
        RssCaps rssCaps,
        long maxWqTypeRq,
        PacketPacingCaps packetPacingCaps,
        long rawPacketCaps,
        TmCaps tmCaps,
        CqModerationCaps cqModCaps,
        long maxDmSize,
        PciAtomicCaps pciAtomicCaps,
        long xrcOdpCaps,
        long physPortCntEx) {
    private static final ExtendedDeviceAttributes NOTHING =
            new ExtendedDeviceAttributes(
                    0,
                    new OdpCaps(0, 0, 0, 0),
                    0,
                    0,
                    0,
                    new TsoCaps(0, 0),
                    new RssCaps(0, 0, 0, 0, 0),
                    0,
                    new PacketPacingCaps(0, 0, 0),
                    0,
                    new TmCaps(0, 0, 0, 0, 0),
                    new CqModerationCaps(0, 0),
                    0,
                    new PciAtomicCaps(0, 0, 0),
                    0,
                    0);

    static ExtendedAttributeValues of(Optional<ExtendedDeviceAttributes> told) {
        ExtendedDeviceAttributes attributes = told.orElse(NOTHING);
        return new ExtendedAttributeValues(
                told.isPresent(),
                attributes.compMask(),
                attributes.odpCaps(),
                attributes.completionTimestampMask(),
                attributes.hcaCoreClock(),
                attributes.deviceCapFlagsEx(),
                attributes.tsoCaps(),
                attributes.rssCaps(),
                attributes.maxWqTypeRq(),
                attributes.packetPacingCaps(),
                attributes.rawPacketCaps(),
                attributes.tmCaps(),
                attributes.cqModCaps(),
                attributes.maxDmSize(),
                attributes.pciAtomicCaps(),
                attributes.xrcOdpCaps(),
                attributes.physPortCntEx());
    }
}

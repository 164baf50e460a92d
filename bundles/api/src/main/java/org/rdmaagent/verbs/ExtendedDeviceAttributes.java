// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/**
 * What {@code ibv_query_device_ex(3)} tells beyond {@link DeviceAttributes}: the fields of {@code
 * struct ibv_device_attr_ex} behind {@code orig_attr}, all of them, in its order. 0 is told both of
 * what a device cannot do and of what its driver does not tell; 64-bit values are unsigned.
 *
 * @param compMask reserved by verbs.h for fields to come
 * @param odpCaps on-demand paging
 * @param completionTimestampMask the bits that a completion's time stamp has; 0 if there is none
 * @param hcaCoreClock the clock of those time stamps, kHz; 0 if unknown
 * @param deviceCapFlagsEx bit mask, enum ibv_device_cap_flags in the lower and further flags in the
 *     upper 32 bits
 * @param tsoCaps TCP segmentation by the device
 * @param rssCaps spreading of received packets over work queues
 * @param maxWqTypeRq receive work queues
 * @param packetPacingCaps rate limits of queue pairs
 * @param rawPacketCaps bit mask, enum ibv_raw_packet_caps
 * @param tmCaps tag matching
 * @param cqModCaps moderation of completion queues
 * @param maxDmSize memory of the device that can be allocated, bytes
 * @param pciAtomicCaps atomic operations over PCI
 * @param xrcOdpCaps what XRC can do with on-demand paging: bit mask, enum
 *     ibv_odp_transport_cap_bits
 * @param physPortCntEx physical ports, where they may be more than 255; 0 if the driver or the
 *     library does not tell it
 * @see <a href="https://man7.org/linux/man-pages/man3/ibv_query_device_ex.3.html">the manual
 *     page</a>
 */
public record ExtendedDeviceAttributes(
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
    /**
     * {@code struct ibv_odp_caps}. Of a transport: bit mask, enum ibv_odp_transport_cap_bits.
     *
     * @param generalCaps bit mask, enum ibv_odp_general_caps; 0 if there is no on-demand paging
     * @param rcOdpCaps reliable connections
     * @param ucOdpCaps unreliable connections
     * @param udOdpCaps datagrams
     */
    public record OdpCaps(long generalCaps, long rcOdpCaps, long ucOdpCaps, long udOdpCaps) {}

    /**
     * {@code struct ibv_tso_caps}.
     *
     * @param maxTso largest payload that the device cuts into segments, bytes; 0 if it does not
     * @param supportedQpts for which types of queue pairs: bit 1 &lt;&lt; {@link QpType#code}
     */
    public record TsoCaps(long maxTso, long supportedQpts) {}

    /**
     * {@code struct ibv_rss_caps}.
     *
     * @param supportedQpts for which types of queue pairs: bit 1 &lt;&lt; {@link QpType#code}
     * @param maxRwqIndirectionTables indirection tables
     * @param maxRwqIndirectionTableSize entries of one of them
     * @param rxHashFieldsMask what can be hashed: bit mask, enum ibv_rx_hash_fields
     * @param rxHashFunction how: bit mask, enum ibv_rx_hash_function_flags
     */
    public record RssCaps(
            long supportedQpts,
            long maxRwqIndirectionTables,
            long maxRwqIndirectionTableSize,
            long rxHashFieldsMask,
            int rxHashFunction) {}

    /**
     * {@code struct ibv_packet_pacing_caps}.
     *
     * @param qpRateLimitMin least rate, kbit/s
     * @param qpRateLimitMax highest rate, kbit/s; 0 if rates cannot be limited
     * @param supportedQpts for which types of queue pairs: bit 1 &lt;&lt; {@link QpType#code}
     */
    public record PacketPacingCaps(long qpRateLimitMin, long qpRateLimitMax, long supportedQpts) {}

    /**
     * {@code struct ibv_tm_caps}.
     *
     * @param maxRndvHdrSize largest header of a rendezvous request, bytes
     * @param maxNumTags tagged buffers of a matching list; 0 if tags are not matched
     * @param flags bit mask, enum ibv_tm_cap_flags
     * @param maxOps outstanding operations on a list
     * @param maxSge scatter entries of a tagged buffer
     */
    public record TmCaps(
            long maxRndvHdrSize, long maxNumTags, long flags, long maxOps, long maxSge) {}

    /**
     * {@code struct ibv_cq_moderation_caps}.
     *
     * @param maxCqCount completions that an event may wait for; 0 if there is no moderation
     * @param maxCqPeriod time that it may wait, microseconds
     */
    public record CqModerationCaps(int maxCqCount, int maxCqPeriod) {}

    /**
     * {@code struct ibv_pci_atomic_caps}: for which sizes; bit masks, enum ibv_pci_atomic_op_size.
     *
     * @param fetchAdd fetch and add
     * @param swap unconditional swap
     * @param compareSwap compare and swap
     */
    public record PciAtomicCaps(int fetchAdd, int swap, int compareSwap) {}
}

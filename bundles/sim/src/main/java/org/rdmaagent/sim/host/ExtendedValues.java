// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.host;

import org.rdmaagent.verbs.DeviceAttributes;
import org.rdmaagent.verbs.ExtendedDeviceAttributes;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.CqModerationCaps;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.OdpCaps;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.PacketPacingCaps;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.PciAtomicCaps;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.RssCaps;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.TmCaps;
import org.rdmaagent.verbs.ExtendedDeviceAttributes.TsoCaps;
import org.rdmaagent.verbs.QpType;

/** What the drivers answer to {@code ibv_query_device_ex}, from what they answer without it. */
final class ExtendedValues {
    /** IBV_RX_HASH_*: addresses and ports of IPv4, IPv6, TCP and UDP. */
    private static final long HASH_FIELDS = 0xff;

    /** IBV_RX_HASH_FUNC_TOEPLITZ. */
    private static final int TOEPLITZ = 1;

    private static final int TABLE_ENTRIES = 128;
    private static final long TIMESTAMP_BITS = (1L << 48) - 1;
    private static final long CONNECTX3_KHZ = 427_000;
    private static final int MAX_16_BITS = 0xffff;

    private ExtendedValues() {}

    /** mlx4_ib on a ConnectX-3. */
    static ExtendedDeviceAttributes mlx4(DeviceAttributes told) {
        return of(
                told,
                TIMESTAMP_BITS,
                CONNECTX3_KHZ,
                new RssCaps(
                        1L << QpType.RAW_PACKET.code(),
                        told.maxQp(),
                        TABLE_ENTRIES,
                        HASH_FIELDS,
                        TOEPLITZ),
                told.maxQp(),
                new CqModerationCaps(MAX_16_BITS, MAX_16_BITS));
    }

    /** rdma_rxe: nothing of all this. */
    static ExtendedDeviceAttributes rxe(DeviceAttributes told) {
        return of(told, 0, 0, new RssCaps(0, 0, 0, 0, 0), 0, new CqModerationCaps(0, 0));
    }

    private static ExtendedDeviceAttributes of(
            DeviceAttributes told,
            long timestampMask,
            long clock,
            RssCaps rss,
            long workQueues,
            CqModerationCaps moderation) {
        return new ExtendedDeviceAttributes(
                0,
                new OdpCaps(0, 0, 0, 0),
                timestampMask,
                clock,
                told.deviceCapFlags(),
                new TsoCaps(0, 0),
                rss,
                workQueues,
                new PacketPacingCaps(0, 0, 0),
                0,
                new TmCaps(0, 0, 0, 0, 0),
                moderation,
                0,
                new PciAtomicCaps(0, 0, 0),
                0,
                told.physPortCnt());
    }
}

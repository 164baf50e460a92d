// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.Set;
import org.rdmaagent.mad.PortInfo;

/**
 * Which ports can be asked for MlnxExtPortInfo: a link at FDR10 calls itself QDR in PortInfo. The
 * devices are those that libibnetdisc asks: the SwitchX and Switch-IB families, ConnectX-3 to
 * ConnectX-5, Connect-IB, and what Bull makes of them.
 */
final class Fdr10Devices {
    private static final int VENDOR_BULL = 0x119f;
    private static final int QDR = 4;
    private static final Set<Integer> BULL =
            Set.of(
                    0x1b02, 0x1b50, 0x1ba0, 0x1bd0, 0x1bd1, 0x1bd2, 0x1bd3, 0x1bd4, 0x1bd5, 0x1b33,
                    0x1b73, 0x1b40, 0x1b41, 0x1b60, 0x1b61, 0x1b83, 0x1b93, 0x1b94, 0x1bb4, 0x1bb5,
                    0x1bc4);

    private Fdr10Devices() {}

    /** Whether the port looks like QDR and its device can tell more. */
    static boolean mayRunFdr10(FoundPort port) {
        PortInfo info = port.info;
        return info != null
                && port.number > 0
                && port.linkUp()
                && info.linkSpeedActive() == QDR
                && info.linkSpeedExtActive() == 0
                && info.linkSpeedExt2Active() == 0
                && knowsFdr10(port.node.info.vendorId(), port.node.info.deviceId());
    }

    static boolean knowsFdr10(int vendorId, int deviceId) {
        return (deviceId >= 0xc738 && deviceId <= 0xc73b)
                || deviceId == 0xcb20
                || deviceId == 0xcf08
                || (deviceId >= 0x1003 && deviceId <= 0x1017)
                || (vendorId == VENDOR_BULL && BULL.contains(deviceId));
    }
}

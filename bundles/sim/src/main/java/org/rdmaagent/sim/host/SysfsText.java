// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.host;

import java.util.HexFormat;
import org.rdmaagent.Guid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;
import org.rdmaagent.verbs.PortAttributes;

/** How the kernel writes values into the files of a device, without the line's end. */
final class SysfsText {
    private SysfsText() {}

    /** {@code 0002:c903:007b:78b0}. */
    static String guid(Guid guid) {
        String digits = guid.toHex();
        return String.join(
                ":",
                digits.substring(0, 4),
                digits.substring(4, 8),
                digits.substring(8, 12),
                digits.substring(12));
    }

    /** {@code 4: ACTIVE}. */
    static String state(PortState state) {
        return state.code() + ": " + state.name();
    }

    /** {@code 5: LinkUp}. */
    static String physicalState(PortPhysicalState state) {
        String name =
                switch (state) {
                    case NOP -> "<unknown>";
                    case SLEEP -> "Sleep";
                    case POLLING -> "Polling";
                    case DISABLED -> "Disabled";
                    case TRAINING -> "PortConfigurationTraining";
                    case LINK_UP -> "LinkUp";
                    case ERROR_RECOVERY -> "LinkErrorRecovery";
                    case PHY_TEST -> "Phy Test";
                };
        return state.code() + ": " + name;
    }

    /** {@code 0x02514868}. */
    static String capabilities(long mask) {
        return "0x" + HexFormat.of().toHexDigits((int) mask);
    }

    /** {@code 56 Gb/sec (4X FDR)}: the nominal rate of the lanes together. */
    static String rate(PortAttributes port) {
        LinkSpeed speed = LinkSpeed.ofCode(port.activeSpeed()).orElse(LinkSpeed.SDR);
        int lanes = LinkWidth.ofCode(port.activeWidth()).orElse(LinkWidth.W4X).lanes();
        int tenths = tenthsOfGigabits(speed) * lanes;
        String half = tenths % 10 == 5 ? ".5" : "";
        return tenths / 10 + half + " Gb/sec (" + lanes + "X " + speed.name() + ")";
    }

    private static int tenthsOfGigabits(LinkSpeed speed) {
        return switch (speed) {
            case SDR -> 25;
            case DDR -> 50;
            case QDR, FDR10 -> 100;
            case FDR -> 140;
            case EDR -> 250;
            case HDR -> 500;
            case NDR -> 1000;
            case XDR -> 2000;
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.Lid;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.PortPhysicalState;
import org.rdmaagent.PortState;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.mad.MlnxExtPortInfo;
import org.rdmaagent.mad.PortInfo;

/** Turns what a port told into the value that consumers see. */
final class FoundPortView {
    private FoundPortView() {}

    /** The value of a port that is told of; what was found earlier, if it was not asked now. */
    static FabricPort of(FoundPort port) {
        PortInfo info = port.info;
        return info == null ? Objects.requireNonNull(port.remembered) : of(port, info);
    }

    private static FabricPort of(FoundPort port, PortInfo info) {
        // PortInfo leaves LID and SM LID of a switch's external ports undefined.
        boolean endPort = !port.node.isSwitch() || port.number == 0;
        return new FabricPort(
                port.number,
                endPort ? port.guid : Guid.ZERO,
                endPort ? new Lid(info.lid()) : Lid.NONE,
                endPort ? info.lmc() : 0,
                endPort ? new Lid(info.smLid()) : Lid.NONE,
                PortState.ofCode(info.portState()).orElse(PortState.NOP),
                PortPhysicalState.ofCode(info.portPhysicalState()).orElse(PortPhysicalState.NOP),
                width(port),
                speed(port),
                info.linkWidthSupported(),
                speedsSupported(port, info),
                mtuBytes(info.neighborMtu()));
    }

    static @Nullable LinkWidth width(FoundPort port) {
        PortInfo info = port.info;
        FabricPort remembered = port.remembered;
        if (info == null && remembered != null) {
            return remembered.width();
        }
        return info == null || !port.linkUp()
                ? null
                : LinkWidth.ofCode(info.linkWidthActive()).orElse(null);
    }

    static @Nullable LinkSpeed speed(FoundPort port) {
        PortInfo info = port.info;
        FabricPort remembered = port.remembered;
        if (info == null && remembered != null) {
            return remembered.speed();
        }
        if (info == null || !port.linkUp()) {
            return null;
        }
        return fdr10(port)
                ? LinkSpeed.FDR10
                : info.activeSpeed(extendedSpeeds(port, info)).orElse(null);
    }

    private static boolean fdr10(FoundPort port) {
        MlnxExtPortInfo extended = port.extended;
        return extended != null && (extended.linkSpeedActive() & MlnxExtPortInfo.FDR10) != 0;
    }

    private static int speedsSupported(FoundPort port, PortInfo info) {
        int mask = info.speedsSupported(extendedSpeeds(port, info));
        MlnxExtPortInfo extended = port.extended;
        boolean fdr10 =
                extended != null && (extended.linkSpeedSupported() & MlnxExtPortInfo.FDR10) != 0;
        return fdr10 ? mask | LinkSpeed.FDR10.code() : mask;
    }

    /** Port 0 speaks for all ports of a switch; if it is silent, what they tell is believed. */
    private static boolean extendedSpeeds(FoundPort port, PortInfo info) {
        FoundPort zero = port.node.isSwitch() ? port.node.port(0) : port;
        KnownNode known = port.node.known;
        if (zero.info == null && zero.remembered != null && known != null) {
            return known.extendedSpeeds();
        }
        PortInfo speaker = port.node.isSwitch() ? zero.info : info;
        return speaker == null || (speaker.capabilityMask() & PortInfo.CAP_EXTENDED_SPEEDS) != 0;
    }

    private static int mtuBytes(int code) {
        return code >= 1 && code <= 5 ? 128 << code : 0;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.fabric.FabricPort;
import org.rdmaagent.mad.PortInfo;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.mad.SwitchInfo;

/** Asks ports what they are, or takes over what an earlier sweep knew, and crosses their links. */
final class PortVisits {
    private final LinkJudge judge;
    private final LinkCrossing crossing;
    private final SmpExchange exchange;
    private final KnownSubnet memory;
    private final List<FoundNode> sayChanged = new ArrayList<>();

    PortVisits(LinkJudge judge, LinkCrossing crossing, SmpExchange exchange, KnownSubnet memory) {
        this.judge = judge;
        this.crossing = crossing;
        this.exchange = exchange;
        this.memory = memory;
    }

    /** A port of a node that has just been reached. */
    void visit(FoundPort port) {
        if (port.remembered == null) {
            ask(port);
        } else if (port.linkUp()) {
            crossIfForwarding(port, SmpRequest.Certainty.KNOWN);
        } else if (port.number > 0 && asksDown(port)) {
            refresh(port);
        }
    }

    private boolean asksDown(FoundPort port) {
        KnownNode known = port.node.known;
        return known != null && memory.asksDown(known, port.number);
    }

    /** A node has come nearer: its links may be asked now. */
    void resume(FoundNode node) {
        crossing.resume(node);
    }

    /** A switch tells whether its ports have changed. */
    void switchInfo(FoundNode node, SwitchInfo info) {
        node.enhancedPort0 = info.enhancedPort0();
        if (info.portStateChange() && node.known != null) {
            sayChanged.add(node);
        }
    }

    /** When nothing else is left to ask: asks the switches that say that some port has changed. */
    boolean askChanged() {
        List<FoundNode> now = memory.toBeAskedNow(sayChanged);
        sayChanged.clear();
        now.forEach(node -> node.knownPorts().forEach(this::refresh));
        return !now.isEmpty();
    }

    /** A port tells what it is. */
    void portInfo(FoundPort port, PortInfo info) {
        port.info = info;
        FabricPort remembered = port.remembered;
        if (remembered != null) {
            port.remembered = null;
            if (!FoundPortView.of(port).equals(remembered)) {
                changed(port);
            }
        }
        judge.doubtIfDown(port);
        if (Fdr10Devices.mayRunFdr10(port)) {
            exchange.ask(SmpRequest.aboutPort(port, SmpAttribute.MLNX_EXT_PORT_INFO));
        }
        if (port.linkUp()) {
            crossIfForwarding(port, SmpRequest.Certainty.KNOWN);
        }
    }

    /** The other end has changed, too; and port 0 tells how to read a switch's speeds. */
    private void changed(FoundPort port) {
        port.changed = true;
        if (port.node.isSwitch()) {
            refresh(port.node.port(0));
        }
        FoundPort peer = port.peer;
        if (peer != null) {
            refresh(peer);
        }
    }

    /** Its PortInfo never came: what was known of it holds no longer. */
    void portSilent(FoundPort port) {
        port.remembered = null;
        port.asked =
                port.node.isSwitch()
                        || port.reached; // Another port of an adapter may answer for itself.
        crossIfForwarding(port, SmpRequest.Certainty.BLIND);
    }

    /** Asks again what an earlier sweep told of a port. */
    void refresh(FoundPort port) {
        if (port.remembered != null) {
            ask(port);
        }
    }

    /** Asks for its PortInfo, once. */
    private void ask(FoundPort port) {
        if (!port.asked) {
            port.asked = true;
            exchange.ask(SmpRequest.aboutPort(port, SmpAttribute.PORT_INFO));
        }
    }

    /** A switch forwards; else only the agent's own port is a way out. */
    private void crossIfForwarding(FoundPort port, SmpRequest.Certainty certainty) {
        boolean ownPort = port.reached && port.route.hops() == 0;
        if (port.node.isSwitch() ? port.number > 0 : ownPort) {
            crossing.cross(port, certainty);
        }
    }
}

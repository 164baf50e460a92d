// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.netdisc;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.Guid;
import org.rdmaagent.mad.DirectedRouteSmp;
import org.rdmaagent.mad.PortInfo;

/** A port as the library keeps it; made when something arrives at it or it is asked. */
final class FoundPort {
    private static final int DATA_SIZE = DirectedRouteSmp.DATA_SIZE;

    private final FoundNode node;
    private final int number;
    private Guid guid = Guid.ZERO;
    private byte[] portInfo = new byte[DATA_SIZE];
    private byte[] extension = new byte[DATA_SIZE];
    private @Nullable FoundPort peer;

    FoundPort(FoundNode node, int number) {
        this.node = node;
        this.number = number;
    }

    FoundNode node() {
        return node;
    }

    int number() {
        return number;
    }

    Guid guid() {
        return guid;
    }

    void guid(Guid told) {
        guid = told;
    }

    byte[] portInfo() {
        return portInfo;
    }

    void portInfo(byte[] told) {
        portInfo = told;
    }

    PortInfo info() {
        return PortInfo.decode(portInfo);
    }

    byte[] extension() {
        return extension;
    }

    void extension(byte[] told) {
        extension = told;
    }

    @Nullable FoundPort peer() {
        return peer;
    }

    /** The newest cable wins: whoever was at one of its ends before has none any more. */
    void link(FoundPort other) {
        if (peer != null) {
            peer.peer = null;
        }
        if (other.peer != null) {
            other.peer.peer = null;
        }
        peer = other;
        other.peer = this;
    }
}

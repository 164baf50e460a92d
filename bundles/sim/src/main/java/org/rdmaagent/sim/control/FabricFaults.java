// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.sim.subnet.Subnet;

/**
 * Breaks a simulated fabric, from any thread. A port is the one asked about; for attributes of the
 * node the one that the question came in at; -1 means every port. Every method throws {@link
 * IllegalArgumentException} for a node, port or cable that is not there.
 */
public final class FabricFaults {
    private static final int ALL = 1_000_000;

    private final Subnet subnet;

    FabricFaults(Subnet subnet) {
        this.subnet = subnet;
    }

    /** Questions for this attribute get no answer. */
    public void drop(NodeKey node, int portOrMinus1, SmpAttribute attribute) {
        subnet.fault(node, portOrMinus1, attribute, ALL, 0);
    }

    /**
     * Questions for this attribute are answered with a status.
     *
     * @param smpStatus such as 0x000c, 15 bits, not 0
     */
    public void status(NodeKey node, int portOrMinus1, SmpAttribute attribute, int smpStatus) {
        if (smpStatus < 1 || smpStatus > 0x7fff) {
            throw new IllegalArgumentException("an error status lies in 1..0x7fff: " + smpStatus);
        }
        subnet.fault(node, portOrMinus1, attribute, 0, smpStatus);
    }

    /**
     * Some of the questions for this attribute get no answer.
     *
     * @param perMillion how many of a million, 0 to 1,000,000
     */
    public void loss(NodeKey node, int portOrMinus1, SmpAttribute attribute, int perMillion) {
        if (perMillion < 0 || perMillion > ALL) {
            throw new IllegalArgumentException("a loss lies in 0..1000000: " + perMillion);
        }
        subnet.fault(node, portOrMinus1, attribute, perMillion, 0);
    }

    /** A node answers later by so many nanoseconds; what it forwards is as fast as ever. */
    public void latency(NodeKey node, long nanos) {
        if (nanos < 0) {
            throw new IllegalArgumentException("a latency is not negative: " + nanos);
        }
        subnet.slow(node, nanos);
    }

    /** Pulls the cable at this end: both of its ports are down. */
    public void linkDown(LinkEnd end) {
        subnet.pull(end, true);
    }

    /** Plugs the cable at this end in again. */
    public void linkUp(LinkEnd end) {
        subnet.pull(end, false);
    }

    /** Ends every fault and plugs in every cable. */
    public void clear() {
        subnet.repair();
    }
}

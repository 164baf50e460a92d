// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.mad.SmpAttribute;
import org.rdmaagent.sim.subnet.Subnet;
import org.rdmaagent.sim.subnet.Transit;

/**
 * Breaks a simulated fabric, from any thread and at any time, also in the middle of a sweep: it
 * counts for what is sent from then on. A port is the one asked about; for attributes of the node
 * the one that the question came in at; -1 means every port. Every method throws {@link
 * IllegalArgumentException} for a node, port or cable that is not there.
 */
public final class FabricFaults {
    private static final int ALL = 1_000_000;
    private static final int MAX_PLACES = 0xffff;

    private final Subnet subnet;
    private final Runnable cablesMoved;

    /**
     * Breaks a subnet.
     *
     * @param cablesMoved told when a cable was pulled or plugged in
     */
    FabricFaults(Subnet subnet, Runnable cablesMoved) {
        this.subnet = subnet;
        this.cablesMoved = cablesMoved;
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
        requireRate(perMillion);
        subnet.fault(node, portOrMinus1, attribute, perMillion, 0);
    }

    /** A node answers later by so many nanoseconds; what it forwards is as fast as ever. */
    public void latency(NodeKey node, long nanos) {
        Transit.requireDelay("latency", nanos);
        subnet.slow(node, nanos);
    }

    /**
     * A node works on one question at a time, in the order in which they come in. What finds no
     * place to wait is lost, as a switch drops what its VL15 buffer cannot hold.
     *
     * @param serviceNanos how long each takes, nanoseconds; 0 ends it
     * @param places how many may wait beside the one that is worked on, 0 to 65535
     */
    public void oneByOne(NodeKey node, long serviceNanos, int places) {
        Transit.requireDelay("service time", serviceNanos);
        if (places < 0 || places > MAX_PLACES) {
            throw new IllegalArgumentException("0..65535 can wait at a node, not " + places);
        }
        subnet.service(node, serviceNanos, places);
    }

    /**
     * A node answers some questions with status 0x0001: busy, ask again.
     *
     * @param perMillion how many of a million, 0 to 1,000,000
     */
    public void busy(NodeKey node, int perMillion) {
        requireRate(perMillion);
        subnet.busy(node, perMillion);
    }

    /**
     * A cable loses some of the questions that are sent over it, or their answers.
     *
     * @param perMillion how many of a million, 0 to 1,000,000
     */
    public void lossyCable(LinkEnd end, int perMillion) {
        requireRate(perMillion);
        subnet.lossyCable(end, perMillion);
    }

    /** Every answer takes so many nanoseconds, instead of what the settings say. */
    public void roundTrip(long nanos) {
        subnet.transit(transit -> transit.roundTripNanos(nanos));
    }

    /** Every hop adds so many nanoseconds, there and back together. */
    public void perHop(long nanos) {
        subnet.transit(transit -> transit.hopNanos(nanos));
    }

    /** Chance adds 0 to so many nanoseconds to every answer. */
    public void jitter(long nanos) {
        subnet.transit(transit -> transit.jitterNanos(nanos));
    }

    /** So many of a million questions get no answer, wherever they go. */
    public void lossEverywhere(int perMillion) {
        subnet.transit(transit -> transit.lossPerMillion(perMillion));
    }

    private static void requireRate(int perMillion) {
        if (perMillion < 0 || perMillion > ALL) {
            throw new IllegalArgumentException(
                    "a rate lies in 0..1000000 per million, not " + perMillion);
        }
    }

    /** Pulls the cable at this end: both of its ports are down. */
    public void linkDown(LinkEnd end) {
        subnet.pull(end, true);
        cablesMoved.run();
    }

    /** Plugs the cable at this end in again. */
    public void linkUp(LinkEnd end) {
        subnet.pull(end, false);
        cablesMoved.run();
    }

    /**
     * Clears the bit in every SwitchInfo that tells of a changed port, as a subnet manager does
     * when it has seen to it. Pulling a cable and plugging it in again set it.
     */
    public void clearPortChanges() {
        subnet.clearChanges();
    }

    /** Ends every fault, plugs in every cable, and carries as the settings say. */
    public void clear() {
        subnet.repair();
        cablesMoved.run();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import org.rdmaagent.PortId;

/**
 * Decides what the subnet manager does with multicast groups, from any thread and at any time. What
 * else costs an InfiniBand port its memberships: {@link DeviceFaults#portDown}, {@link
 * DeviceFaults#lidChange}, {@link DeviceFaults#smChange}, {@link DeviceFaults#clientReregister};
 * and {@link DeviceFaults#unplug} and {@link DeviceFaults#fatal} remove the device.
 */
public interface MulticastFaults {
    /**
     * Another subnet manager takes over: every group gets another LID, and every InfiniBand port of
     * this host loses its memberships (ENETRESET) and is told SM_CHANGE.
     */
    void smChange();

    /**
     * From a join to its answer, by the world's clock; for joins from now on. 50 microseconds at
     * first.
     *
     * @param nanos 0 or more
     * @throws IllegalArgumentException if it is negative
     */
    void joinDelay(long nanos);

    /**
     * The next join that is answered, on any port, is refused.
     *
     * @param errno what MULTICAST_ERROR tells, 1 to 4095
     * @throws IllegalArgumentException if it is out of range
     */
    void failNextJoin(int errno);

    /** Whether the subnet manager knows members that only send, as it does at first. */
    void sendOnlySupported(boolean supported);

    /**
     * Whether the IP over InfiniBand interface of a port is in its broadcast group while the port
     * is active, as it is at first; without it nothing is joined there. What is joined stays.
     *
     * @throws IllegalArgumentException if there is no such InfiniBand port
     */
    void broadcastJoined(PortId port, boolean joined);

    /**
     * Adds groups of other hosts, each with 1 to 8 members; the seed of the world decides which.
     *
     * @throws IllegalArgumentException if it is negative, more than 10,000 in all, or there are no
     *     other hosts
     */
    void populate(int groups);

    /** Ends delays, failures and limits; groups stay. */
    void clear();
}

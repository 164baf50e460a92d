// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.rdmaagent.multicast.MulticastService;

/** Adds the Multicast MBean when there is the service for the first time; then it stays. */
final class MulticastMBeans {
    private final ServiceSlot<MulticastService> multicast;
    private final OwnedMBeans owned;
    private final MBeanFactory factory;
    private final MembershipNotifications events;

    MulticastMBeans(
            ServiceSlot<MulticastService> multicast,
            OwnedMBeans owned,
            MBeanFactory factory,
            MembershipNotifications events) {
        this.multicast = multicast;
        this.owned = owned;
        this.factory = factory;
        this.events = events;
    }

    /**
     * Looks for the service.
     *
     * @return whether there is one
     */
    boolean reconcile() {
        if (multicast.peek() == null) {
            return false;
        }
        owned.add(MBeanNames.MULTICAST, () -> factory.multicast(events));
        return true;
    }
}

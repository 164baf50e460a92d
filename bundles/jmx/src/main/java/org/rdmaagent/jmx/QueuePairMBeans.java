// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.HashSet;
import java.util.Set;
import javax.management.ObjectName;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.VerbsService;

/** Keeps one QueuePair MBean for each queue pair that the agent holds. */
final class QueuePairMBeans {
    private static final Set<String> TYPES = Set.of("QueuePair");

    /** How the pairs of a self-test are named, which are gone before anybody could look at them. */
    private static final String PASSING = "selftest/";

    private final ServiceSlot<VerbsService> verbs;
    private final OwnedMBeans owned;
    private final MBeanFactory factory;
    private boolean removing;

    QueuePairMBeans(ServiceSlot<VerbsService> verbs, OwnedMBeans owned, MBeanFactory factory) {
        this.verbs = verbs;
        this.owned = owned;
        this.factory = factory;
    }

    /**
     * Compares names and queue pairs; without a service all names stay.
     *
     * @return whether there is a service
     * @throws RuntimeException whatever the service throws; all names stay then
     */
    boolean reconcile() {
        ServiceSlot.Bound<VerbsService> bound = verbs.peek();
        if (bound == null) {
            return false;
        }
        Set<ObjectName> wanted = new HashSet<>();
        for (QueuePair pair : bound.service().queuePairs()) {
            if (pair.name().startsWith(PASSING)) {
                continue;
            }
            String device = pair.device();
            ObjectName name = MBeanNames.queuePair(device, pair.number());
            wanted.add(name);
            owned.add(name, () -> factory.queuePair(device, pair.number()));
        }
        removing = owned.retain(TYPES, wanted);
        return true;
    }

    /** Whether names that nobody lists any more are still there. */
    boolean removing() {
        return removing;
    }
}

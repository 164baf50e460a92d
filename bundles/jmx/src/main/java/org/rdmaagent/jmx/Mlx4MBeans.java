// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.HashSet;
import java.util.Set;
import javax.management.ObjectName;
import org.rdmaagent.mlx4.Mlx4ContextService;

/** Keeps one Mlx4Context MBean for each device whose driver is mlx4. */
final class Mlx4MBeans {
    private static final Set<String> TYPES = Set.of("Mlx4Context");

    private final ServiceSlot<Mlx4ContextService> mlx4;
    private final OwnedMBeans owned;
    private final MBeanFactory factory;
    private boolean removing;

    Mlx4MBeans(ServiceSlot<Mlx4ContextService> mlx4, OwnedMBeans owned, MBeanFactory factory) {
        this.mlx4 = mlx4;
        this.owned = owned;
        this.factory = factory;
    }

    /**
     * Compares names and devices; without a service all names stay.
     *
     * @return whether there is a service
     * @throws RuntimeException whatever the service throws; all names stay then
     */
    boolean reconcile() {
        ServiceSlot.Bound<Mlx4ContextService> bound = mlx4.peek();
        if (bound == null) {
            return false;
        }
        Set<ObjectName> wanted = new HashSet<>();
        for (String device : bound.service().devices()) {
            ObjectName name = MBeanNames.mlx4Context(device);
            wanted.add(name);
            owned.add(name, () -> factory.mlx4Context(device));
        }
        removing = owned.retain(TYPES, wanted);
        return true;
    }

    /** Whether names that nobody lists any more are still there. */
    boolean removing() {
        return removing;
    }
}

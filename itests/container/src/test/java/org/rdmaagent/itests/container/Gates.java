// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.rdmaagent.agent.ReadinessGate;

/** Whether the agent is ready, asked without holding what says so. */
final class Gates {
    private Gates() {}

    static boolean areOpen(BundleContext context) throws InvalidSyntaxException {
        var gates = context.getServiceReferences(ReadinessGate.class, null);
        if (gates.isEmpty()) {
            return false;
        }
        for (var gate : gates) {
            ReadinessGate service = context.getService(gate);
            boolean open = service == null || service.open();
            context.ungetService(gate);
            if (!open) {
                return false;
            }
        }
        return true;
    }
}

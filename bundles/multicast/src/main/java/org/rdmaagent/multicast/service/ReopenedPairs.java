// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.service;

import java.util.List;
import org.rdmaagent.multicast.membership.ClosedPairs;
import org.rdmaagent.multicast.membership.Conductor;
import org.rdmaagent.multicast.pair.PairContexts;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.QpNumber;
import org.rdmaagent.verbs.VerbsService.ContextHolder;

/** The contexts of memberships, whose queue pairs are made anew when they are reopened. */
final class ReopenedPairs implements ContextHolder {
    private final Conductor conductor;

    ReopenedPairs(Conductor conductor) {
        this.conductor = conductor;
    }

    @Override
    public boolean makesAnew(DeviceContext context) {
        return PairContexts.isWhole(context);
    }

    @Override
    public void closed(String device, String context, List<QpNumber> pairs) {
        conductor.pairsClosed(new ClosedPairs(device, pairs));
    }
}

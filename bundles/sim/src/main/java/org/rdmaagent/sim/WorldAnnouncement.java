// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim;

import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.agent.ReadinessGate;

/** Holds nothing back; says below the ready line what is wrong with the simulated world. */
record WorldAnnouncement(HealthResult health) implements ReadinessGate {
    @Override
    public String name() {
        return health.name();
    }

    @Override
    public boolean open() {
        return true;
    }

    @Override
    public String announcement() {
        return health.grade() == HealthGrade.OK ? "" : health.name() + ": " + health.text();
    }
}

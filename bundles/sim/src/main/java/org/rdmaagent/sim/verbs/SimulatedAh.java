// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import org.rdmaagent.spi.verbs.AhHandle;
import org.rdmaagent.spi.verbs.PdHandle;
import org.rdmaagent.verbs.AhAttributes;
import org.rdmaagent.verbs.ObjectKind;

/** An address handle. */
final class SimulatedAh extends SimulatedObject implements AhHandle {
    private final SimulatedPd pd;
    private final AhAttributes attributes;

    private SimulatedAh(String name, SimulatedPd pd, AhAttributes attributes) {
        super(name, ObjectKind.ADDRESS_HANDLE);
        this.pd = pd;
        this.attributes = attributes;
    }

    SimulatedAh(SimulatedPd pd, String name, AhAttributes attributes) {
        this(name, pd, attributes);
        pd.usedBy(this);
    }

    /** One that only a single send knows. */
    static SimulatedAh passing(SimulatedPd pd, AhAttributes attributes) {
        return new SimulatedAh("reply", pd, attributes);
    }

    @Override
    SimulatedContext home() {
        return pd.home();
    }

    @Override
    String destroyer() {
        return "ibv_destroy_ah";
    }

    @Override
    void release() {
        pd.freedBy(this);
    }

    @Override
    public PdHandle pd() {
        return pd;
    }

    @Override
    public AhAttributes attributes() {
        return attributes;
    }
}

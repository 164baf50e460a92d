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

    SimulatedAh(SimulatedPd pd, String name, AhAttributes attributes) {
        super(name, ObjectKind.ADDRESS_HANDLE);
        this.pd = pd;
        this.attributes = attributes;
        pd.usedBy(this);
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

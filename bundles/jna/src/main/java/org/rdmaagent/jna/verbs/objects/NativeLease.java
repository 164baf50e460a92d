// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import java.util.List;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.VerbsLease;

/** One use of what an owner holds, until it is handed back or the next user takes it up. */
final class NativeLease implements VerbsLease {
    private final Holding holding;

    NativeLease(Holding holding) {
        this.holding = holding;
    }

    @Override
    public String owner() {
        return holding.owner();
    }

    @Override
    public ContextHandle open(String device, String name) {
        return holding.open(this, device, name);
    }

    @Override
    public List<ContextHandle> contexts() {
        return holding.contexts(this);
    }

    @Override
    public void handBack() {
        holding.handBack(this);
    }

    @Override
    public void close() {
        holding.close(this);
    }
}

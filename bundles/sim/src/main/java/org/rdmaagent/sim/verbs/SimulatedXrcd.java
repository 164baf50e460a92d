// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.spi.verbs.XrcdHandle;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpNumber;

/** A domain of extended reliable connections. */
final class SimulatedXrcd extends SimulatedObject implements XrcdHandle {
    private final SimulatedContext context;

    SimulatedXrcd(SimulatedContext context, String name) {
        super(name, ObjectKind.XRC_DOMAIN);
        this.context = context;
    }

    @Override
    SimulatedContext home() {
        return context;
    }

    @Override
    String destroyer() {
        return "ibv_close_xrcd";
    }

    @Override
    void release() {
        // Nothing is held but the place in the count.
    }

    @Override
    public ContextHandle context() {
        return context;
    }

    @Override
    public QpHandle createQp(String name, QpInit init) {
        return call("ibv_create_qp_ex", () -> QpMaker.target(this, name, init));
    }

    @Override
    public QpHandle openQp(String name, QpNumber number) {
        return call(
                "ibv_open_qp",
                () -> {
                    QpCore core =
                            context.hca()
                                    .queuePair(number)
                                    .filter(qp -> qp.domain() == this)
                                    .orElseThrow(
                                            () ->
                                                    Refusal.invalid(
                                                            "ibv_open_qp",
                                                            name,
                                                            "the domain "
                                                                    + name()
                                                                    + " has no queue pair "
                                                                    + number));
                    return QpMaker.handle(context, "ibv_open_qp", name, core);
                });
    }
}

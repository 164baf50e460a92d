// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import org.jspecify.annotations.Nullable;
import org.rdmaagent.sim.mlx4.QueueSizes;
import org.rdmaagent.spi.verbs.QpHandle;
import org.rdmaagent.verbs.DeviceAttributes;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QpInit;
import org.rdmaagent.verbs.QpType;

/** Makes queue pairs. The world's lock is held. */
final class QpMaker {
    private static final String PLAIN = "ibv_create_qp";
    private static final String EXTENDED = "ibv_create_qp_ex";

    private QpMaker() {}

    /** One with queues of its own, or the sending half of XRC. */
    static QpHandle connect(
            SimulatedPd pd,
            String name,
            QpInit init,
            SimulatedCq sendCq,
            SimulatedCq recvCq,
            @Nullable SimulatedSrq srq) {
        SimulatedHca hca = pd.home().hca();
        boolean xrc = init.type() == QpType.XRC_SEND;
        switch (init.type()) {
            case RC, UC, UD -> {}
            case XRC_SEND -> requireXrc(PLAIN, hca, name);
            case XRC_RECV ->
                    throw Refusal.invalid(PLAIN, name, "a target of XRC is made in its domain");
            case RAW_PACKET, DRIVER ->
                    throw Refusal.unsupported(
                            PLAIN, name, "this driver makes RC, UC and UD, not " + init.type());
        }
        if (srq != null && xrc) {
            throw Refusal.invalid(PLAIN, name, "the sending half of XRC receives nothing");
        }
        return make(
                pd.home(),
                PLAIN,
                name,
                new QpQueues(pd, null, sendCq, xrc ? null : recvCq, srq),
                init);
    }

    /** The receiving half of XRC. */
    static QpHandle target(SimulatedXrcd domain, String name, QpInit init) {
        if (init.type() != QpType.XRC_RECV) {
            throw Refusal.invalid(EXTENDED, name, "a domain makes XRC_RECV, not " + init.type());
        }
        return make(
                domain.home(), EXTENDED, name, new QpQueues(null, domain, null, null, null), init);
    }

    private static void requireXrc(String call, SimulatedHca hca, String name) {
        if (!hca.profile().xrc) {
            throw Refusal.unsupported(call, name, "use RC: this driver has no XRC");
        }
    }

    private static QpHandle make(
            SimulatedContext context, String call, String name, QpQueues queues, QpInit init) {
        SimulatedHca hca = context.hca();
        queues.require(call);
        if (init.blockMulticastLoopback()) {
            checkLoopback(hca, name, init);
        }
        checkSizes(hca, call, name, init.capabilities(), queues.srq() != null);
        QpCapabilities granted =
                hca.profile()
                        .granted(
                                init.capabilities(),
                                queues.recvCq() == null || queues.srq() != null);
        QueueWork.requireRoom(call, name, queues, granted);
        return context.make(
                call,
                ObjectKind.QUEUE_PAIR,
                name,
                "queue pairs",
                hca.limits().maxQp(),
                () -> withMemory(context, call, name, queues, init.withCapabilities(granted)));
    }

    private static SimulatedQp withMemory(
            SimulatedContext context, String call, String name, QpQueues queues, QpInit granted) {
        return context.driver()
                .withMemory(
                        call,
                        name,
                        QueueSizes.qp(granted),
                        memory ->
                                new SimulatedQp(
                                        context,
                                        name,
                                        new QpCore(context.hca(), queues, granted, memory)));
    }

    /** Flags go down only with the extended call, and rdma_rxe takes none. */
    private static void checkLoopback(SimulatedHca hca, String name, QpInit init) {
        if (hca.profile().software) {
            throw Refusal.unsupported(
                    EXTENDED, name, "this driver cannot keep own messages to a group away");
        }
        if (init.type() != QpType.UD) {
            throw Refusal.invalid(
                    EXTENDED, name, "only UD takes part in multicast, not " + init.type());
        }
    }

    /** A further handle on a queue pair. */
    static QpHandle handle(SimulatedContext context, String call, String name, QpCore core) {
        return context.make(
                call,
                ObjectKind.QUEUE_PAIR,
                name,
                "queue pairs",
                context.hca().limits().maxQp(),
                () -> new SimulatedQp(context, name, core));
    }

    private static void checkSizes(
            SimulatedHca hca, String call, String name, QpCapabilities asked, boolean shared) {
        DeviceAttributes limits = hca.limits();
        Refusal.requireUpTo(call, name, "maxSendWr", asked.maxSendWr(), limits.maxQpWr());
        Refusal.requireUpTo(call, name, "maxSendSge", asked.maxSendSge(), limits.maxSge());
        Refusal.requireUpTo(
                call, name, "maxInlineData", asked.maxInlineData(), hca.profile().largestInline);
        if (!shared) {
            Refusal.requireUpTo(call, name, "maxRecvWr", asked.maxRecvWr(), limits.maxQpWr());
            Refusal.requireUpTo(call, name, "maxRecvSge", asked.maxRecvSge(), limits.maxSge());
        }
    }
}

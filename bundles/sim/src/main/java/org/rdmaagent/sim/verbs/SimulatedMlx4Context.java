// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.mlx4.Mlx4DriverAttributes;
import org.rdmaagent.sim.mlx4.ContextAttributes;
import org.rdmaagent.sim.mlx4.QueueSizes;
import org.rdmaagent.spi.mlx4.CqLayout;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.mlx4.QpLayout;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.QpInit;

/**
 * An open device of mlx4.
 *
 * @param context the same
 * @param known what was set on it
 */
record SimulatedMlx4Context(SimulatedContext context, ContextAttributes known)
        implements Mlx4Context {
    private static final String LAYOUT_CALL = "mlx4dv_init_obj";
    private static final int NUMBER_BITS = 0xff_ffff;
    private static final int SEGMENT_BYTES = 16;

    @Override
    public String device() {
        return context.device();
    }

    @Override
    public String owner() {
        return context.owner();
    }

    @Override
    public String name() {
        return context.name();
    }

    @Override
    public Mlx4ContextStatus status() {
        return context.world()
                .locked(
                        () -> {
                            if (!context.stillOpen()) {
                                throw Refusal.closed(ContextAttributes.CALL, name());
                            }
                            return known.status(context.handles().size());
                        });
    }

    @Override
    public void setLogWqsRangeSize(int value) {
        // The attribute itself strikes, so that a plan at opening does so, too.
        Boolean unused =
                context.world()
                        .locked(
                                () -> {
                                    if (!context.stillOpen()) {
                                        throw Refusal.closed(ContextAttributes.CALL, name());
                                    }
                                    context.requireAlive(ContextAttributes.CALL, name());
                                    known.setRange(value);
                                    return true;
                                });
    }

    @Override
    public Mlx4DriverAttributes attributes() {
        return context.call(
                "mlx4dv_query_device",
                () ->
                        new Mlx4DriverAttributes(
                                0, (long) context.hca().limits().maxSge() * SEGMENT_BYTES, 0));
    }

    @Override
    public CqLayout cqLayout(String name) {
        return context.call(
                LAYOUT_CALL,
                () -> {
                    SimulatedCq cq = (SimulatedCq) named(ObjectKind.COMPLETION_QUEUE, name);
                    return new CqLayout(
                            0,
                            (int) (cq.identity() & NUMBER_BITS),
                            cq.cqe() + 1,
                            QueueSizes.CQE_BYTES,
                            0,
                            0,
                            1,
                            0);
                });
    }

    @Override
    public QpLayout qpLayout(String name) {
        return context.call(
                LAYOUT_CALL,
                () -> {
                    SimulatedQp qp = (SimulatedQp) named(ObjectKind.QUEUE_PAIR, name);
                    QpInit init = qp.init();
                    return new QpLayout(
                            0,
                            QueueSizes.qp(init).bytes(),
                            0,
                            0,
                            Integer.reverseBytes(qp.number().value() << Byte.SIZE),
                            QueueSizes.send(init),
                            QueueSizes.receive(init));
                });
    }

    private SimulatedObject named(ObjectKind kind, String name) {
        SimulatedObject object = context.find(kind, name);
        if (object == null) {
            throw Refusal.of(
                    LAYOUT_CALL,
                    Refusal.ENOENT,
                    name,
                    "there is no open "
                            + kind.shortName()
                            + " of this name on the context "
                            + name());
        }
        return object;
    }
}

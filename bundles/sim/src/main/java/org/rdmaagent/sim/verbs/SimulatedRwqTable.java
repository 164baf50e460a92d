// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.List;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.RwqTableHandle;
import org.rdmaagent.spi.verbs.WqHandle;
import org.rdmaagent.verbs.ObjectKind;

/** A table of receive work queues; mlx4 wants them to follow each other by number. */
final class SimulatedRwqTable extends SimulatedObject implements RwqTableHandle {
    private static final int MOST = 128;
    private static final String CALL = "ibv_create_rwq_ind_table";

    private final SimulatedContext context;
    private final List<SimulatedWq> queues;
    private final int number;

    SimulatedRwqTable(SimulatedContext context, String name, List<SimulatedWq> queues) {
        super(name, ObjectKind.RECEIVE_INDIRECTION_TABLE);
        this.context = context;
        this.queues = List.copyOf(queues);
        this.number = queues.get(0).number();
        queues.forEach(queue -> queue.usedBy(this));
    }

    /** Refuses what mlx4_ib_create_rwq_ind_table refuses. */
    static void check(SimulatedHca hca, String name, List<SimulatedWq> queues) {
        int size = queues.size();
        if (!hca.profile().workQueues) {
            throw Refusal.unsupported(CALL, name, "this driver has no work queues");
        }
        if (size < 1 || size > MOST || Integer.bitCount(size) != 1) {
            throw Refusal.invalid(
                    CALL,
                    name,
                    "a table has a power of two of queues, 1.." + MOST + ", not " + size);
        }
        for (int i = 0; i < size; i++) {
            queues.get(i).requireUsable(CALL);
            if (queues.get(i).number() != queues.get(0).number() + i) {
                throw Refusal.invalid(CALL, name, "the numbers of the queues follow each other");
            }
        }
        if (queues.get(0).number() % size != 0) {
            throw Refusal.invalid(
                    CALL, name, "the number of the first queue is a multiple of " + size);
        }
    }

    @Override
    SimulatedContext home() {
        return context;
    }

    @Override
    String destroyer() {
        return "ibv_destroy_rwq_ind_table";
    }

    @Override
    void release() {
        queues.forEach(queue -> queue.freedBy(this));
    }

    @Override
    public ContextHandle context() {
        return context;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public List<WqHandle> queues() {
        return List.copyOf(queues);
    }
}

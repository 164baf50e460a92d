// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.mlx4;

import org.rdmaagent.Errno;
import org.rdmaagent.RdmaException;
import org.rdmaagent.mlx4.AllocatorStatus;
import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.spi.mlx4.AllocatorPlan;
import org.rdmaagent.spi.mlx4.ContextPlan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The attributes of an open context, and how they follow its plan. The world's lock is held. */
public final class ContextAttributes {
    /** What sets them. */
    public static final String CALL = "mlx4dv_set_context_attr";

    private static final int EINVAL = 22;
    private static final Logger LOG = LoggerFactory.getLogger(ContextAttributes.class);

    private final Mlx4Host host;
    private final String device;
    private final String context;
    private final int deviceNode;
    private final Runnable set;
    private final ContextMemory memory;
    private final WqsRange range;
    private final int openedWithRange;
    private final String rangeNote;
    private ContextPlan plan;
    private ContextPlan applied;
    private String allocatorNote = "";

    /**
     * Applies the plan of a context that was opened just now; what cannot be done is noted.
     *
     * @param deviceNode the NUMA node of the device, or -1
     * @param bound the largest value of LOG_WQS_RANGE_SZ; -1 if the device does not tell it
     * @param set called for each call of the C function, which may fail
     */
    public ContextAttributes(
            Mlx4Host host, String device, String context, int deviceNode, int bound, Runnable set) {
        this.host = host;
        this.device = device;
        this.context = context;
        this.deviceNode = deviceNode;
        this.set = set;
        this.plan = host.plan(device, context);
        this.applied = new ContextPlan(device, context, PlanBook.SYSTEM, 0, "");
        this.memory = new ContextMemory(host.addresses(), PlanBook.SYSTEM);
        this.range = new WqsRange(bound);
        this.openedWithRange = plan.logWqsRangeSize();
        choose();
        this.rangeNote = openedWithRange == 0 ? "" : firstRange(openedWithRange);
        if (!note().isEmpty()) {
            LOG.warn("{}, context {}: {}", device, context, note());
        }
    }

    private String firstRange(int value) {
        try {
            setRange(value);
            return "";
        } catch (RdmaException e) {
            return "logWqsRangeSize " + value + " was not set: " + e.getMessage();
        }
    }

    /** Sets LOG_WQS_RANGE_SZ. */
    public void setRange(int value) {
        if (value < 0 || value > range.largest()) {
            throw new RdmaException(
                    CALL,
                    Errno.of(EINVAL),
                    context,
                    "LOG_WQS_RANGE_SZ of "
                            + device
                            + " lies in 0.."
                            + range.largest()
                            + ", not "
                            + value);
        }
        set.run();
        range.set(value);
    }

    /** The plans are others now. */
    public void follow() {
        plan = host.plan(device, context);
        choose();
    }

    private void choose() {
        AllocatorPlan wanted = plan.allocator();
        allocatorNote = "";
        boolean same =
                wanted.equals(applied.allocator()) && plan.context().equals(applied.context());
        if (same || !memory.canTake(wanted)) {
            return;
        }
        if (ContextMemory.isRouted(wanted) != ContextMemory.isRouted(memory.inForce())) {
            try {
                set.run();
            } catch (RdmaException e) {
                allocatorNote = "allocator " + wanted.name() + " was not set: " + e.getMessage();
                return;
            }
        }
        memory.use(wanted, host.source(plan, deviceNode, this));
        applied = plan;
    }

    /** Who gives the memory of queues. */
    public ContextMemory memory() {
        return memory;
    }

    /** LOG_WQS_RANGE_SZ. */
    public WqsRange range() {
        return range;
    }

    /** The context is closed. */
    public void end() {
        host.leave(this);
    }

    private String note() {
        return allocatorNote
                + (allocatorNote.isEmpty() || rangeNote.isEmpty() ? "" : "; ")
                + rangeNote;
    }

    private boolean needsReopen() {
        return ContextMemory.isRouted(plan.allocator()) != ContextMemory.isRouted(memory.inForce())
                || (plan.logWqsRangeSize() != 0 && plan.logWqsRangeSize() != openedWithRange);
    }

    /**
     * What was set.
     *
     * @param objects how many are open on the context
     */
    public Mlx4ContextStatus status(int objects) {
        return new Mlx4ContextStatus(
                device,
                context,
                objects,
                range.shown(),
                new AllocatorStatus(
                        memory.inForce().name(),
                        plan.allocator().name(),
                        memory.detail(),
                        memory.statistics()),
                plan.origin(),
                needsReopen(),
                note());
    }
}

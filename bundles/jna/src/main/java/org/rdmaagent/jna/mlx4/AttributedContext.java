// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.mlx4;

import com.sun.jna.Pointer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rdmaagent.RdmaException;
import org.rdmaagent.jna.mlx4.buffers.BufferSource;
import org.rdmaagent.jna.mlx4.buffers.Purposes;
import org.rdmaagent.jna.verbs.VerbsFailure;
import org.rdmaagent.jna.verbs.objects.ContextCompanion;
import org.rdmaagent.jna.verbs.objects.OpenContext;
import org.rdmaagent.mlx4.Mlx4ContextStatus;
import org.rdmaagent.mlx4.Mlx4DriverAttributes;
import org.rdmaagent.spi.mlx4.ContextPlan;
import org.rdmaagent.spi.mlx4.CqLayout;
import org.rdmaagent.spi.mlx4.Mlx4Context;
import org.rdmaagent.spi.mlx4.QpLayout;
import org.rdmaagent.verbs.ObjectKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open context of an mlx4 device, and what was set on it. For any thread.
 *
 * <p>Who closes the context holds its lock when {@link #closed} is called: so no lock of here is
 * held while that one is waited for.
 */
final class AttributedContext implements Mlx4Context, ContextCompanion {
    private static final Logger LOG = LoggerFactory.getLogger(AttributedContext.class);

    private final OpenContext context;
    private final GuardedContext calls;
    private final AllocatorAttribute allocator;
    private final RangeSize range;
    private final Consumer<AttributedContext> whenClosed;
    private volatile boolean closed;
    private ContextPlan plan;
    private String rangeTrouble = "";
    private int rangeAtOpening;

    /**
     * Nothing is set yet.
     *
     * @param sources makes the allocator that a plan names
     */
    AttributedContext(
            OpenContext context,
            DriverGuard guard,
            Function<ContextPlan, BufferSource> sources,
            Consumer<AttributedContext> whenClosed) {
        this.context = context;
        this.calls = new GuardedContext(context, guard);
        this.plan = Plans.none(context.device(), context.name());
        this.allocator = new AllocatorAttribute(calls, plan, context.subject(), sources);
        this.range = new RangeSize(tableSize(context));
        this.whenClosed = whenClosed;
    }

    private static long tableSize(OpenContext context) {
        try {
            return context.receiveTableSize();
        } catch (RdmaException e) {
            return 0; // as unknown as where the device does not tell
        }
    }

    /**
     * It was just opened: nobody else knows it yet. Never fails, but tells what it could not do.
     */
    synchronized void begin(ContextPlan first) {
        plan = first;
        rangeAtOpening = first.logWqsRangeSize();
        tell(allocator.plan(first));
        if (rangeAtOpening != 0) {
            try {
                setLogWqsRangeSize(rangeAtOpening);
            } catch (RdmaException e) {
                rangeTrouble = e.remedy();
                tell(rangeTrouble);
            }
        }
        if (allocator.status().planned().equals(allocator.status().name())) {
            tell(allocator.trouble());
        }
    }

    /** Takes what can still be taken. */
    void plan(ContextPlan next) {
        try {
            int unused =
                    context.with(
                            Mlx4Calls.SET,
                            pointer -> {
                                follow(next);
                                return 0;
                            });
        } catch (RdmaException e) {
            requireClosed(e);
        }
    }

    private synchronized void follow(ContextPlan next) {
        plan = next;
        tell(allocator.plan(next));
    }

    /** A context that is gone needs no plan. */
    private static void requireClosed(RdmaException failure) {
        if (failure.errno().number() != VerbsFailure.EBADF) {
            throw failure;
        }
    }

    private void tell(String trouble) {
        if (!trouble.isEmpty()) {
            LOG.warn(
                    "Context '{}' of {} is not as {} plans it: {}",
                    name(),
                    device(),
                    plan.origin(),
                    trouble);
        }
    }

    @Override
    public <T> T making(ObjectKind kind, Supplier<T> call) {
        return allocator.making(Purposes.of(kind), call);
    }

    @Override
    public <T> T resizing(Supplier<T> call) {
        return allocator.making(Purposes.RESIZE, call);
    }

    @Override
    public CqLayout layoutOfQueue(Pointer cq) {
        return calls.layoutOfQueue(cq);
    }

    @Override
    public QpLayout layoutOfPair(Pointer qp) {
        return calls.layoutOfPair(qp);
    }

    @Override
    public int pendingRange() {
        return range.status().pending();
    }

    @Override
    public void madeWorkQueue() {
        range.use();
    }

    @Override
    public void closed() {
        closed = true;
        allocator.closed();
        whenClosed.accept(this);
    }

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
    public synchronized Mlx4ContextStatus status() {
        requireOpen("mlx4 status");
        return new Mlx4ContextStatus(
                device(),
                name(),
                context.objects(),
                range.status(),
                allocator.status(),
                plan.origin(),
                allocator.needsReopen() || rangeNeedsReopen(),
                Stream.of(allocator.trouble(), rangeTrouble)
                        .filter(text -> !text.isEmpty())
                        .distinct()
                        .collect(Collectors.joining("; ")));
    }

    /** A plan that sets no range any more would change nothing at an opening. */
    private boolean rangeNeedsReopen() {
        int planned = plan.logWqsRangeSize();
        return planned != 0 && planned != rangeAtOpening;
    }

    @Override
    public void setLogWqsRangeSize(int value) {
        requireOpen(Mlx4Calls.SET);
        if (value < 0 || value > range.largest()) {
            throw VerbsFailure.of(
                    Mlx4Calls.SET,
                    VerbsFailure.EINVAL,
                    context.subject(),
                    "LOG_WQS_RANGE_SZ is 0 to "
                            + range.largest()
                            + " on this device, not "
                            + value);
        }
        synchronized (context.admission()) {
            calls.setRangeSize(value);
            range.set(value);
        }
    }

    private void requireOpen(String call) {
        if (closed) {
            throw VerbsFailure.of(call, VerbsFailure.EBADF, context.subject());
        }
    }

    @Override
    public Mlx4DriverAttributes attributes() {
        return calls.attributes();
    }

    @Override
    public CqLayout cqLayout(String name) {
        return calls.cqLayout(name);
    }

    @Override
    public QpLayout qpLayout(String name) {
        return calls.qpLayout(name);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.sim.mlx4.ObjectMemory;
import org.rdmaagent.sim.mlx4.Purpose;
import org.rdmaagent.sim.mlx4.QueueSizes;
import org.rdmaagent.spi.verbs.ChannelHandle;
import org.rdmaagent.spi.verbs.ContextHandle;
import org.rdmaagent.spi.verbs.CqHandle;
import org.rdmaagent.verbs.AsyncEventType;
import org.rdmaagent.verbs.CqModeration;
import org.rdmaagent.verbs.ObjectKind;
import org.rdmaagent.verbs.WorkCompletion;

/**
 * A completion queue. What comes when it is full kills it: CQ_ERR is told, what it holds can still
 * be polled, and nothing more comes.
 */
final class SimulatedCq extends SimulatedObject implements CqHandle {
    private final SimulatedContext context;
    private final @Nullable SimulatedChannel channel;
    private final ArrayDeque<QueueEntry> entries = new ArrayDeque<>();
    private final CqEvents events;
    private final long identity;
    private ObjectMemory memory;
    private @Nullable SimulatedPort port;
    private int cqe;
    private boolean dead;

    private SimulatedCq(
            SimulatedContext context,
            String name,
            int granted,
            @Nullable SimulatedChannel channel,
            ObjectMemory memory) {
        super(name, ObjectKind.COMPLETION_QUEUE);
        this.context = context;
        this.cqe = granted;
        this.memory = memory;
        this.channel = channel;
        this.events = new CqEvents(this, context.world(), channel);
        this.identity = context.world().nextIdentity();
        if (channel != null) {
            channel.requireUsable("ibv_create_cq");
            channel.usedBy(this);
        }
    }

    /** Makes one, if the device has it and there is memory for it. */
    static SimulatedCq make(
            SimulatedContext context,
            String name,
            int asked,
            @Nullable SimulatedChannel channel,
            int vector) {
        Refusal.requireSize(
                "ibv_create_cq", name, "the entries", asked, context.hca().limits().maxCqe());
        if (vector < 0 || vector >= context.completionVectors()) {
            throw Refusal.invalid(
                    "ibv_create_cq",
                    name,
                    "the vector lies in 0.." + (context.completionVectors() - 1));
        }
        int granted = context.hca().profile().grantedEntries(asked);
        return context.make(
                "ibv_create_cq",
                ObjectKind.COMPLETION_QUEUE,
                name,
                "completion queues",
                context.hca().limits().maxCq(),
                () -> withMemory(context, name, granted, channel));
    }

    private static SimulatedCq withMemory(
            SimulatedContext context,
            String name,
            int granted,
            @Nullable SimulatedChannel channel) {
        return context.driver()
                .withMemory(
                        "ibv_create_cq",
                        name,
                        QueueSizes.cq(Purpose.CQ, granted),
                        memory -> new SimulatedCq(context, name, granted, channel, memory));
    }

    @Override
    SimulatedContext home() {
        return context;
    }

    @Override
    String destroyer() {
        return "ibv_destroy_cq";
    }

    @Override
    void release() {
        events.end();
        memory.free();
        if (channel != null) {
            channel.freedBy(this);
        }
    }

    /** Something completed. */
    void push(QueueEntry entry, boolean solicited) {
        if (dead) {
            return;
        }
        if (entries.size() >= cqe) {
            kill();
            return;
        }
        entries.add(entry);
        events.completed(solicited || !entry.completion().succeeded());
    }

    /** It overran, or somebody says so. */
    void kill() {
        dead = true;
        SimulatedHca.tell(AsyncEventType.CQ_ERR, this);
    }

    /** When it tells of what comes. */
    CqEvents events() {
        return events;
    }

    /** Forgets what a queue pair that is reset or gone has completed. */
    void clean(Object by) {
        Iterator<QueueEntry> all = entries.iterator();
        while (all.hasNext()) {
            QueueEntry entry = all.next();
            if (entry.by() == by) {
                entry.polled().run();
                if (entry.ring() != null) {
                    entry.ring().lose(entry.buffer());
                }
                all.remove();
            }
        }
    }

    @Override
    public ContextHandle context() {
        return context;
    }

    @Override
    public Optional<ChannelHandle> channel() {
        return Optional.ofNullable(channel);
    }

    @Override
    public int cqe() {
        return context.world().locked(() -> cqe);
    }

    @Override
    public int resize(int asked) {
        return call(
                "ibv_resize_cq",
                () -> {
                    Refusal.requireSize(
                            "ibv_resize_cq",
                            name(),
                            "the entries",
                            asked,
                            context.hca().limits().maxCqe());
                    int granted = context.hca().profile().grantedEntries(asked);
                    if (granted < entries.size()) {
                        throw Refusal.invalid(
                                "ibv_resize_cq",
                                name(),
                                "poll first: it holds " + entries.size() + " completions");
                    }
                    if (port != null && granted < QueueWork.of(this)) {
                        throw QueueWork.tooMuch("ibv_resize_cq", name(), this, QueueWork.of(this));
                    }
                    moveTo(granted);
                    return cqe;
                });
    }

    /** Takes new memory before it gives the old back, as libmlx4 does. */
    private void moveTo(int granted) {
        if (granted == cqe) {
            return;
        }
        memory =
                context.driver()
                        .withMemory(
                                "ibv_resize_cq",
                                name(),
                                QueueSizes.cq(Purpose.RESIZE, granted),
                                memory::replacedBy);
        cqe = granted;
    }

    @Override
    public void moderate(CqModeration wanted) {
        run(
                "ibv_modify_cq",
                () -> {
                    if (!context.hca().profile().moderation) {
                        throw Refusal.unsupported(
                                "ibv_modify_cq", name(), "this driver tells every completion");
                    }
                    events.moderate(wanted);
                });
    }

    @Override
    public void requestNotify(boolean solicitedOnly) {
        run(
                "ibv_req_notify_cq",
                () -> {
                    if (channel == null) {
                        throw Refusal.invalid(
                                "ibv_req_notify_cq",
                                name(),
                                "make the queue with a completion channel to be told");
                    }
                    events.arm(solicitedOnly);
                });
    }

    /** Different for each queue of the world. */
    long identity() {
        return identity;
    }

    /** Whether nothing more comes. */
    boolean isDead() {
        return dead;
    }

    /** Who polls it for a loop; null if nobody does. */
    @Nullable SimulatedPort port() {
        return port;
    }

    void polledBy(@Nullable SimulatedPort poller) {
        port = poller;
    }

    /** A queue has one consumer. */
    void requireUnpolled(String call) {
        if (port != null) {
            throw Refusal.of(
                    call,
                    Refusal.EBUSY,
                    name(),
                    "it is polled by " + port.holder() + ": take it from that loop first");
        }
    }

    /** The oldest completion; null if there is none. */
    @Nullable QueueEntry take() {
        QueueEntry entry = entries.poll();
        if (entry != null) {
            entry.polled().run();
        }
        return entry;
    }

    @Override
    public List<WorkCompletion> poll(int max) {
        if (max < 1) {
            throw new IllegalArgumentException("at least 1 completion is polled, not " + max);
        }
        return call(
                "ibv_poll_cq",
                () -> {
                    requireUnpolled("ibv_poll_cq");
                    List<WorkCompletion> polled = new ArrayList<>();
                    while (polled.size() < max && !entries.isEmpty()) {
                        polled.add(entries.element().completion());
                        QueueEntry unused = take();
                    }
                    return List.copyOf(polled);
                });
    }

    @Override
    public void ack(int count) {
        run("ibv_ack_cq_events", () -> events.acknowledge(count));
    }
}

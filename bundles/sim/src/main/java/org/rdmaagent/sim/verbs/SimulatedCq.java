// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
    /** What makes the next event. */
    private enum Arm {
        NOTHING,
        SOLICITED,
        ANY
    }

    private final SimulatedContext context;
    private final @Nullable SimulatedChannel channel;
    private final ArrayDeque<QueueEntry> entries = new ArrayDeque<>();
    private final long identity;
    private @Nullable SimulatedPort port;
    private int cqe;
    private boolean dead;
    private Arm arm = Arm.NOTHING;
    private CqModeration moderation = new CqModeration(0, 0);
    private int heldBack;
    private long deadline = VerbsWorld.NEVER;
    private int unacknowledged;

    SimulatedCq(
            SimulatedContext context, String name, int asked, @Nullable SimulatedChannel channel) {
        super(name, ObjectKind.COMPLETION_QUEUE);
        this.context = context;
        this.cqe = context.hca().profile().grantedEntries(asked);
        this.channel = channel;
        this.identity = context.world().nextIdentity();
        if (channel != null) {
            channel.requireUsable("ibv_create_cq");
            channel.usedBy(this);
        }
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
        context.world().moderate(this, false);
        if (channel != null) {
            channel.forget(this);
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
        boolean wanted =
                arm == Arm.ANY
                        || (arm == Arm.SOLICITED && (solicited || !entry.completion().succeeded()));
        if (wanted) {
            holdBackOrTell();
        }
    }

    /** It overran, or somebody says so. */
    void kill() {
        dead = true;
        SimulatedHca.tell(AsyncEventType.CQ_ERR, this);
    }

    private void holdBackOrTell() {
        heldBack++;
        if (moderation.count() <= 1 || heldBack >= moderation.count()) {
            tell();
        } else if (deadline == VerbsWorld.NEVER && moderation.periodMicros() > 0) {
            deadline =
                    context.world().now()
                            + TimeUnit.MICROSECONDS.toNanos(moderation.periodMicros());
            context.world().moderate(this, true);
        }
    }

    private void tell() {
        arm = Arm.NOTHING;
        heldBack = 0;
        deadline = VerbsWorld.NEVER;
        context.world().moderate(this, false);
        if (channel != null) {
            channel.tell(this);
        }
    }

    /** When an event that is held back is due. */
    long deadline() {
        return deadline;
    }

    void expire(long now) {
        if (now >= deadline) {
            tell();
        }
    }

    /** An event of it was handed out. */
    void delivered() {
        unacknowledged++;
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
                    cqe = granted;
                    return cqe;
                });
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
                    moderation = wanted;
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
                    if (arm != Arm.ANY) {
                        arm = solicitedOnly ? Arm.SOLICITED : Arm.ANY;
                    }
                });
    }

    /** Tells of the next completion. */
    void arm() {
        arm = Arm.ANY;
    }

    /** Takes and acknowledges what was told; whether there was something. */
    boolean drainEvents() {
        return channel != null && channel.drain();
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
    public void ack(int events) {
        run(
                "ibv_ack_cq_events",
                () -> {
                    if (events < 0 || events > unacknowledged) {
                        throw new IllegalArgumentException(
                                unacknowledged
                                        + " events of "
                                        + name()
                                        + " are not acknowledged, not "
                                        + events);
                    }
                    unacknowledged -= events;
                });
    }
}

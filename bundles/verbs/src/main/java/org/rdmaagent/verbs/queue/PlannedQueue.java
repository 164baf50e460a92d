// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.queue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.rdmaagent.RdmaException;
import org.rdmaagent.verbs.CompletionChannel;
import org.rdmaagent.verbs.CompletionQueue;
import org.rdmaagent.verbs.DeviceContext;
import org.rdmaagent.verbs.QpCapabilities;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.WorkQueue;

/**
 * A completion queue of a plan, on its context, and who uses it. It never has fewer entries than
 * requests can be outstanding, as granted, unless a file that stands alone asks for that: so it
 * cannot overrun, whoever polls it and however late.
 */
final class PlannedQueue {
    private final DeviceContext context;
    private final QueuePlan plan;

    PlannedQueue(DeviceContext context, QueuePlan plan) {
        this.context = context;
        this.plan = plan;
    }

    private Optional<CompletionQueue> find() {
        return context.find(CompletionQueue.class, plan.name());
    }

    /** Whether what a pair reports to is this one, as the plan wants it but for its size. */
    boolean is(Optional<CompletionQueue> reported) {
        return reported.filter(queue -> queue.name().equals(plan.name()))
                .filter(queue -> queue.channel().isPresent() == plan.channel())
                .isPresent();
    }

    /** Other pairs that report to it. */
    List<String> others(String pair) {
        return find().stream()
                .flatMap(this::users)
                .map(QueuePair::name)
                .filter(name -> !name.equals(pair))
                .toList();
    }

    /** Why the queue cannot become what the plan asks for while others use it. */
    Optional<String> conflict(String pair) {
        List<String> others = others(pair);
        boolean silent = find().filter(queue -> queue.channel().isEmpty()).isPresent();
        return others.isEmpty() || !silent || !plan.channel()
                ? Optional.empty()
                : Optional.of(
                        "completion queue "
                                + plan.name()
                                + " was made without a channel and "
                                + String.join(", ", others)
                                + " use it: set completionChannel alike in all of their files,"
                                + " remove these files and put them back");
    }

    /**
     * Makes it as large as it must be for those who are there ({@code ibv_resize_cq(3)}).
     *
     * @param entries at least
     * @throws RdmaException EOPNOTSUPP, ENOSYS the driver cannot, or a poll loop reads it directly;
     *     EINVAL, ENOMEM there is not so much; EBUSY not at the moment
     */
    void grow(int entries) {
        find().ifPresent(queue -> grow(queue, entries, 0));
    }

    /**
     * Makes it as large as it must be for those who are there when one of them is made anew.
     *
     * @param pair that one
     * @param later requests of it that can be outstanding and report here then
     * @throws RdmaException as {@link #grow(int)}
     */
    void growFor(String pair, long later) {
        find().ifPresent(
                        queue -> {
                            long now =
                                    users(queue)
                                            .filter(each -> each.name().equals(pair))
                                            .mapToLong(each -> work(each, queue))
                                            .sum();
                            grow(queue, plan.entries(), later - now);
                        });
    }

    private void grow(CompletionQueue queue, int entries, long more) {
        long work = users(queue).mapToLong(pair -> work(pair, queue)).sum() + more;
        int needed = needed(entries, work);
        if (queue.capacity() < needed) {
            resize(queue, needed);
        }
    }

    private void resize(CompletionQueue queue, int needed) {
        try {
            int unused = queue.resize(needed);
        } catch (RdmaException e) {
            throw new RdmaException(
                    e.call(),
                    e.errno(),
                    e.subject(),
                    e.remedy()
                            + "; completion queue "
                            + plan.name()
                            + " is too small for all who use it: remove the files of its queue"
                            + " pairs and put them back to make it anew");
        }
    }

    private int needed(int entries, long work) {
        return (int) Math.max(entries, plan.holdsAllWork() ? work : 0);
    }

    /**
     * The queue, for one more pair.
     *
     * @param more requests of that pair that can be outstanding and report to it, as granted
     * @throws RdmaException as {@link #grow}, and as {@code ibv_create_cq(3)}
     */
    CompletionQueue with(long more) {
        Optional<CompletionQueue> present = find();
        if (present.isPresent()) {
            if (users(present.get()).findAny().isPresent()) {
                grow(present.get(), plan.entries(), more);
                return present.get();
            }
            // What is left of a pair that is gone may be too small, and without a channel.
            closeUnused();
        }
        return make(needed(plan.entries(), more));
    }

    private CompletionQueue make(int entries) {
        int vectors = context.completionVectors();
        if (plan.vector() >= vectors) {
            throw new IllegalArgumentException(
                    "completionVector = "
                            + plan.vector()
                            + ": the vectors of "
                            + context.device()
                            + " are 0.."
                            + (vectors - 1));
        }
        if (!plan.channel()) {
            return context.createCompletionQueue(plan.name(), entries, null, plan.vector());
        }
        CompletionChannel channel =
                context.find(CompletionChannel.class, plan.name())
                        .orElseGet(() -> context.createCompletionChannel(plan.name()));
        return context.createCompletionQueue(plan.name(), entries, channel, plan.vector());
    }

    /** Closes it, and its channel, if nobody reports there any more. */
    void closeUnused() {
        Optional<CompletionQueue> present = find();
        if (present.isPresent() && isUsed(present.get())) {
            return;
        }
        present.ifPresent(CompletionQueue::close);
        context.find(CompletionChannel.class, plan.name()).ifPresent(CompletionChannel::close);
    }

    private boolean isUsed(CompletionQueue queue) {
        // A work queue does not tell which queue it reports to.
        return users(queue).findAny().isPresent()
                || context.objects().stream().anyMatch(WorkQueue.class::isInstance);
    }

    private Stream<QueuePair> users(CompletionQueue queue) {
        return context.objects().stream()
                .filter(QueuePair.class::isInstance)
                .map(QueuePair.class::cast)
                .filter(pair -> sends(pair, queue) || receives(pair, queue));
    }

    private static boolean sends(QueuePair pair, CompletionQueue queue) {
        return pair.sendQueue().filter(queue::equals).isPresent();
    }

    private static boolean receives(QueuePair pair, CompletionQueue queue) {
        return pair.receiveQueue().filter(queue::equals).isPresent();
    }

    private static long work(QueuePair pair, CompletionQueue queue) {
        QpCapabilities granted = pair.init().capabilities();
        return (sends(pair, queue) ? (long) granted.maxSendWr() : 0)
                + (receives(pair, queue) ? granted.maxRecvWr() : 0);
    }
}

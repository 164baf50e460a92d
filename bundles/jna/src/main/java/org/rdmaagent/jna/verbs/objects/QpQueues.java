// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The queues that a queue pair refers to.
 *
 * @param send where its sends report
 * @param receive where its receives report
 * @param shared where it takes its receive requests from
 */
record QpQueues(@Nullable NativeCq send, @Nullable NativeCq receive, @Nullable NativeSrq shared) {
    /** Those of the receiving half of an extended reliable connection. */
    static final QpQueues NONE = new QpQueues(null, null, null);

    static @Nullable Pointer pointer(@Nullable NativeObject queue) {
        return queue == null ? null : queue.pointer();
    }

    /** Waits until the ports of the queues have let go of a pair. */
    void awaitLetGo(NativeQp pair) {
        QueuePort sends = port(send);
        QueuePort receives = port(receive);
        if (sends != null) {
            sends.awaitLetGo(pair);
        }
        if (receives != null && receives != sends) {
            receives.awaitLetGo(pair);
        }
    }

    /** The ports of the queues take a look at what is there. */
    void changed() {
        if (send != null) {
            send.polling().changed();
        }
        if (receive != null && receive != send) {
            receive.polling().changed();
        }
    }

    /** Those that keep what a pair leaves in them. */
    private List<NativeCq> keeping() {
        return Stream.<@Nullable NativeCq>of(send, receive)
                .flatMap(Stream::ofNullable)
                .distinct()
                .filter(queue -> queue.polling().leavesStale())
                .toList();
    }

    /** Whether one of them keeps what a pair leaves in it. */
    boolean leaveStale() {
        return !keeping().isEmpty();
    }

    /**
     * Does something while nobody consumes the queues.
     *
     * @throws org.rdmaagent.RdmaException EBUSY if a port does not come to a halt within 2 s
     */
    void exclusively(String call, NativeQp pair, Runnable action) {
        NativeCq first = send;
        NativeCq second = receive == send ? null : receive;
        if (first != null && second != null && first.identity() > second.identity()) {
            first = receive; // all take them in one order
            second = send;
        }
        NativeCq inner = second;
        exclusively(first, call, pair, () -> exclusively(inner, call, pair, action));
    }

    private static void exclusively(
            @Nullable NativeCq queue, String call, NativeQp pair, Runnable action) {
        if (queue == null) {
            action.run();
        } else {
            queue.polling().exclusively(call, pair, action);
        }
    }

    /** Whether there is something in them of the number of a pair. */
    boolean haveLeftovers(NativeQp pair) {
        return keeping().stream().anyMatch(queue -> StaleEntries.has(queue, pair.number()));
    }

    /** What a pair left in them counts as of no pair from now on; nobody consumes them. */
    void disown(NativeQp pair) {
        keeping().forEach(queue -> StaleEntries.disown(queue, pair.number()));
    }

    private static @Nullable QueuePort port(@Nullable NativeCq queue) {
        return queue == null ? null : queue.polling().port();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import com.sun.jna.Pointer;
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
        NativePort sends = port(send);
        NativePort receives = port(receive);
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

    private static @Nullable NativePort port(@Nullable NativeCq queue) {
        return queue == null ? null : queue.polling().port();
    }
}

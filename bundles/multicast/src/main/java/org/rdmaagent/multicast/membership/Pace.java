// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.concurrent.TimeUnit;

/** How long is waited for what. */
final class Pace {
    /** Before that is done again which could not be done yet. */
    static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** An answer comes sooner: the kernel asks the subnet administration for 10 s at the most. */
    static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** Without the verbs nothing can be detached; then they have closed the queue pair, too. */
    static final long DETACH_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** One that was left is shown for so long. */
    static final long SHOWN_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** One of a call that failed is shown for so long. */
    static final long FAILED_NANOS = TimeUnit.MINUTES.toNanos(10);

    /** What went with its context, which is opened anew, has come back by then. */
    static final long PAIR_NANOS = TimeUnit.SECONDS.toNanos(60);

    private Pace() {}
}

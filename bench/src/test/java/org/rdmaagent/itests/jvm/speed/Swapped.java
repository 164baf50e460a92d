// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.jvm.speed;

import org.rdmaagent.dataplane.Distribution;

/** A loop whose handler is swapped. */
public interface Swapped {
    /** Takes exactly so many completions, which are there. */
    void take(long count);

    /** The next handler, of another class, takes over. */
    void swap();

    /** For how long the queue was not polled at each swap. */
    Distribution pauses();

    /** Completions that handlers got, and asked for. */
    long handled();
}

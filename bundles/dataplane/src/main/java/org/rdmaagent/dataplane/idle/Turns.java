// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.idle;

import java.util.List;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionWait;

/** What an idle strategy has to know of its loop. Used by the loop's thread. */
public interface Turns {
    /**
     * Does a turn.
     *
     * @return what it found
     */
    int doWork();

    /** Whether there is a queue to poll. */
    boolean polls();

    /** Whether somebody wants something of it that is not done yet: it must not sleep. */
    boolean isCalled();

    /** Whether there is a queue at all: somebody may want to close it. */
    boolean hasPorts();

    /** The open ports. */
    List<CompletionPort> ports();

    /**
     * Waits for several queues at a time; see {@code CompletionPorts}.
     *
     * @throws org.rdmaagent.RdmaException if one of them cannot be waited for
     */
    CompletionWait await(List<CompletionPort> ports);

    /** The thread slept for a moment, in the hope of finding something afterwards. */
    void napped();

    /** The thread slept as there was nothing to poll, or until it was told to. */
    void rested();
}

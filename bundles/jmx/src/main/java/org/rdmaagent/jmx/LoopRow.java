// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import org.rdmaagent.dataplane.LoopState;
import org.rdmaagent.dataplane.PollLoop;

/**
 * A poll loop in one line, on the wire.
 *
 * @param name of its configuration
 * @param state what it is doing
 * @param completions taken off its queues
 * @param stalls turns that took longer than the stall limit
 * @param reason why it does not run, or what is not in force; empty if nothing
 */
public record LoopRow(String name, LoopState state, long completions, long stalls, String reason) {
    static LoopRow of(PollLoop loop) {
        return new LoopRow(
                loop.name(),
                loop.state(),
                loop.figures().completions(),
                loop.figures().stalls(),
                loop.reason());
    }
}

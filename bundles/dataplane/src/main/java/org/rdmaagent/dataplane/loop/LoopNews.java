// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.loop;

import org.rdmaagent.dataplane.LoopEventKind;

/** Where a loop tells what happens to it. Never waits; any thread. */
@FunctionalInterface
public interface LoopNews {
    /**
     * Something happened.
     *
     * @param cq the queue; empty if it is about none
     * @param handler the handler; empty if it is about none
     * @param text one sentence, with what to do
     */
    void tell(LoopEventKind kind, String cq, String handler, String text);
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.List;

/** {@code rdma:type=DataPlane}; the texts are in the annotations. */
@About(
        "The poll loops over completion queues, and who handles the completions. Each loop has an"
                + " MBean of its own, rdma:type=PollLoop,name=L.")
public interface DataPlaneMXBean {
    @About(
            "The loops, each from a file org.rdmaagent.dataplane.loop-NAME.cfg: name, state,"
                    + " completions, stalls, reason (empty if all is in force).")
    List<LoopRow> getLoops();

    @About(
            "The handlers that have a queue: loop, cq, handler (class, bundle, version), state of"
                    + " the queue, completions handed to it, errors of all handlers of the queue,"
                    + " and what it says of itself.")
    List<HandlerRow> getHandlers();

    @About(
            "Whether the memory of the process is locked (mlockall(2)): what was asked for and"
                    + " what was granted.")
    String getMemoryLock();

    @About("What happened to the loops, the last 100, oldest first.")
    List<LoopEventRow> getRecentEvents();
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The poll loops, each from a file {@code org.rdmaagent.dataplane.loop-NAME.cfg}. What is changed
 * here lasts until the loop's configuration is read again or the agent stops. A call that a loop
 * has to carry out waits for it, 10 s at the most.
 */
@ProviderType
public interface DataPlaneService {
    /** All of them, by name. */
    List<PollLoop> loops();

    /** One of them. */
    Optional<PollLoop> loop(String name);

    /**
     * Whether the memory of the process is locked ({@code mlockall(2)}).
     *
     * @return what was asked for and what was granted, in one sentence
     */
    String memoryLock();

    /**
     * Stops polling; the queues keep what is completed. Twice is the same as once.
     *
     * @throws IllegalArgumentException if there is no such loop
     * @throws org.rdmaagent.RdmaException ETIMEDOUT if a handler keeps the loop's thread: the text
     *     names it; the loop pauses as soon as that handler returns
     */
    void pause(String loop);

    /**
     * Goes on polling.
     *
     * @throws IllegalArgumentException if there is no such loop
     * @throws org.rdmaagent.RdmaException ETIMEDOUT as for {@link #pause}
     */
    void resume(String loop);

    /**
     * Sets the most completions of one poll.
     *
     * @param batchSize 1 to 64
     * @return the previous one
     * @throws IllegalArgumentException if there is no such loop, or the size is out of range
     * @throws org.rdmaagent.RdmaException ETIMEDOUT as for {@link #pause}
     */
    int setBatchSize(String loop, int batchSize);

    /**
     * Sets what a loop does when its queues are empty.
     *
     * @return the previous one
     * @throws IllegalArgumentException if there is no such loop
     * @throws org.rdmaagent.RdmaException EINVAL if EVENT is asked for and a queue has no
     *     completion channel; ETIMEDOUT as for {@link #pause}
     */
    IdleStrategy setIdleStrategy(String loop, IdleStrategy strategy);

    /**
     * Ends the quarantine of a queue: its handler gets completions again.
     *
     * @param cq as the loop's configuration names it
     * @throws IllegalArgumentException if there is no such loop or queue, or it is not in
     *     quarantine
     * @throws org.rdmaagent.RdmaException ETIMEDOUT as for {@link #pause}
     */
    void release(String loop, String cq);

    /**
     * Sets the figures of a loop and of its queues to 0; what handlers count themselves stays.
     *
     * @throws IllegalArgumentException if there is no such loop
     * @throws org.rdmaagent.RdmaException ETIMEDOUT as for {@link #pause}
     */
    void resetFigures(String loop);
}

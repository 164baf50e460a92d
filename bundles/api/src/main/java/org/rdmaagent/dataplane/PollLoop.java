// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane;

import java.util.List;

/**
 * A poll loop as it is now.
 *
 * @param name of its configuration
 * @param state what it is doing
 * @param reason why it does not run, or what of its configuration is not in force; empty if nothing
 * @param batchSize the most completions of one poll, 1 to 64
 * @param idleStrategy what it does when its queues are empty
 * @param restarts how often its thread was replaced after an error
 * @param placement where its thread runs
 * @param figures what it counted
 * @param slots its queues, as configured
 */
public record PollLoop(
        String name,
        LoopState state,
        String reason,
        int batchSize,
        IdleStrategy idleStrategy,
        long restarts,
        Placement placement,
        LoopFigures figures,
        List<SlotStatus> slots) {}

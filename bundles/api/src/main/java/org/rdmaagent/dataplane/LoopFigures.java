// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.rdmaagent.verbs.WorkCompletionStatus;

/**
 * What a loop counted. One thread writes, readers never disturb it: figures of one answer may be
 * apart by the work of a moment.
 *
 * @param since when counting began: with the loop, or at the last reset
 * @param completions taken off the queues
 * @param polls of a queue
 * @param emptyPolls polls that found nothing
 * @param batchHistogram polls that found something, by how much, in powers of two
 * @param cycleNanos how long a turn with work took, handlers included
 * @param longestGapNanos the longest time between two turns of the loop while it was to poll, to
 *     within 64 empty turns; sleeping for an event is no gap
 * @param stalls turns that took longer than the stall limit
 * @param statuses completions by how they ended
 */
public record LoopFigures(
        Instant since,
        long completions,
        long polls,
        long emptyPolls,
        List<BatchCount> batchHistogram,
        Distribution cycleNanos,
        long longestGapNanos,
        long stalls,
        Map<WorkCompletionStatus, Long> statuses) {}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.List;
import java.util.Map;
import javax.management.MBeanOperationInfo;
import org.rdmaagent.dataplane.BatchCount;
import org.rdmaagent.dataplane.Distribution;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.dataplane.LoopState;
import org.rdmaagent.dataplane.Placement;
import org.rdmaagent.dataplane.SlotStatus;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** {@code rdma:type=PollLoop,name=L}; the texts are in the annotations. */
@About(
        "A thread that polls completion queues and hands what it finds to handlers. Its name comes"
                + " and goes with its file org.rdmaagent.dataplane.loop-NAME.cfg, within"
                + " reconcileSeconds (org.rdmaagent.jmx.cfg) and ten seconds. Reading never"
                + " disturbs it; what an operation sets lasts until the file is read again.")
public interface PollLoopMXBean {
    @About("The name of its configuration.")
    String getName();

    @About(
            "RUNNING, PAUSED (by pause), RESTARTING (after an error of its thread), STOPPED (its"
                    + " configuration cannot be, or it failed too often).")
    LoopState getState();

    @About("Why it does not run, or what of its configuration is not in force; empty if nothing.")
    String getReason();

    @About("Completions taken off its queues, since Since.")
    long getCompletions();

    @About("Polls of a queue, since Since.")
    long getPolls();

    @About("Polls that found nothing, since Since.")
    long getEmptyPolls();

    @About("EmptyPolls divided by Polls, 0 to 1; 0 before the first poll.")
    double getIdleRatio();

    @About("Polls that found something, by how many completions, in powers of two.")
    List<BatchCount> getBatchHistogram();

    @About("How long a turn with work took, handlers included. Unit: nanoseconds.")
    Distribution getCycleNanos();

    @About(
            "The longest time between two turns while it was to poll, to within 64 empty turns;"
                    + " sleep for an event is none. Unit: nanoseconds.")
    long getLongestGapNanos();

    @About("Turns that took longer than stallMillis of its configuration.")
    long getStalls();

    @About("Completions by how they ended, named as in enum ibv_wc_status.")
    Map<WorkCompletionStatus, Long> getStatuses();

    @About(
            "Where its thread runs: what was asked for, what the kernel granted, and why not all"
                    + " of it.")
    Placement getPlacement();

    @About(
            "Its queues: state (WAITING for the queue, PARKED without a handler, ACTIVE,"
                    + " QUARANTINED after failures, DAMAGED) with the reason, handler, figures.")
    List<SlotStatus> getSlots();

    @About("The most completions of one poll, 1 to 64.")
    int getBatchSize();

    @About("What it does when its queues are empty: SPIN, YIELD, BACKOFF, EVENT.")
    IdleStrategy getIdleStrategy();

    @About("How often its thread was replaced after an error.")
    long getRestarts();

    @About("When counting began, ISO 8601 in UTC: with the loop, or at the last reset.")
    String getSince();

    @About("What happened to it, the last 100, oldest first.")
    List<LoopEventRow> getRecentEvents();

    @About(
            value = "Stops polling; the queues keep what is completed.",
            impact = MBeanOperationInfo.ACTION)
    void pause();

    @About(value = "Goes on polling.", impact = MBeanOperationInfo.ACTION)
    void resume();

    @About(
            value = "Sets the most completions of one poll. Returns the previous value.",
            impact = MBeanOperationInfo.ACTION_INFO)
    int setBatchSize(@About("1 to 64") int batchSize);

    @About(
            value = "Sets what it does when its queues are empty. Returns the previous value.",
            impact = MBeanOperationInfo.ACTION_INFO)
    IdleStrategy setIdleStrategy(
            @About("spin, yield, backoff or event (needs a completion channel on each" + " queue)")
                    String idleStrategy);

    @About(
            value = "Ends the quarantine of a queue: its handler gets completions again.",
            impact = MBeanOperationInfo.ACTION)
    void release(@About("the queue, as Slots names it") String cq);

    @About(
            value =
                    "Sets the figures of the loop and of its queues to 0; what handlers count"
                            + " themselves stays.",
            impact = MBeanOperationInfo.ACTION)
    void resetFigures();
}

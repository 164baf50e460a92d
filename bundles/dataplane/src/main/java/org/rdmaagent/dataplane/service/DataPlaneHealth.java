// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.dataplane.service;

import java.util.ArrayList;
import java.util.List;
import org.rdmaagent.agent.HealthGrade;
import org.rdmaagent.agent.HealthResult;
import org.rdmaagent.dataplane.LoopState;
import org.rdmaagent.dataplane.SlotState;

/** The health check {@code dataplane}: what is polled, and what is not as it should be. */
final class DataPlaneHealth {
    private static final String NAME = "dataplane";

    private final List<String> complaints = new ArrayList<>();
    private HealthGrade grade = HealthGrade.OK;
    private int queues;
    private int active;

    private DataPlaneHealth() {}

    /**
     * Judges.
     *
     * @param others complaints that are about no loop
     * @param remarks what to know although nothing need be wrong
     */
    static HealthResult of(List<LoopEntry> entries, List<String> others, List<String> remarks) {
        DataPlaneHealth health = new DataPlaneHealth();
        entries.forEach(health::judge);
        others.forEach(text -> health.complain(HealthGrade.WARN, text));
        health.complaints.addAll(remarks);
        String sum =
                entries.isEmpty()
                        ? "no poll loop is configured"
                        : "loops: "
                                + entries.stream().map(LoopEntry::name).distinct().count()
                                + ", queues: "
                                + health.queues
                                + ", polled: "
                                + health.active;
        List<String> all = new ArrayList<>(List.of(sum));
        all.addAll(health.complaints);
        return new HealthResult(NAME, health.grade, String.join("; ", all));
    }

    private void judge(LoopEntry entry) {
        if (!entry.trouble().isEmpty()) {
            complain(
                    HealthGrade.WARN,
                    "configuration of loop " + entry.name() + ": " + entry.trouble());
        }
        entry.loop().ifPresent(this::judge);
    }

    private void judge(ManagedLoop loop) {
        String name = "loop " + loop.name() + ": ";
        if (LoopViews.state(loop) == LoopState.STOPPED) {
            complain(HealthGrade.CRITICAL, name + loop.thread().gaveUp());
        }
        if (loop.isStalled()) {
            complain(
                    HealthGrade.WARN,
                    name
                            + loop.core().busy().handler()
                            + " holds its thread: it must not wait, or the CPU was taken away");
        }
        String idle = loop.core().idleTrouble();
        if (!idle.isEmpty()) {
            complain(HealthGrade.WARN, name + idle);
        }
        String placement = LoopViews.refusal(loop);
        if (!placement.isEmpty()) {
            complain(HealthGrade.WARN, name + placement);
        }
        for (QueueSlot queue : loop.slots()) {
            judge(name, queue);
        }
    }

    private void judge(String loop, QueueSlot queue) {
        queues++;
        SlotState state = queue.slot().state();
        String reason = LoopViews.reason(queue, state);
        active += state == SlotState.ACTIVE ? 1 : 0;
        if (state != SlotState.ACTIVE || !reason.isEmpty()) {
            boolean wrong = state != SlotState.ACTIVE || !queue.trouble().isEmpty();
            complain(
                    wrong ? HealthGrade.WARN : HealthGrade.OK,
                    loop + queue.slot().cq() + " is " + state + ", " + reason);
        }
    }

    private void complain(HealthGrade worse, String text) {
        complaints.add(text);
        if (worse.compareTo(grade) > 0) {
            grade = worse;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.dataplane.BatchCount;
import org.rdmaagent.dataplane.DataPlaneService;
import org.rdmaagent.dataplane.Distribution;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.dataplane.LoopFigures;
import org.rdmaagent.dataplane.LoopState;
import org.rdmaagent.dataplane.Placement;
import org.rdmaagent.dataplane.PollLoop;
import org.rdmaagent.dataplane.SlotStatus;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** A poll loop's MBean over whichever {@link DataPlaneService} there is. */
final class PollLoopView implements PollLoopMXBean {
    private final String name;
    private final ServiceSlot<DataPlaneService> dataPlane;
    private final LoopNotifications events;
    private final Recent<PollLoop> recent;

    PollLoopView(
            String name,
            ServiceSlot<DataPlaneService> dataPlane,
            LoopNotifications events,
            Recent<PollLoop> recent) {
        this.name = name;
        this.dataPlane = dataPlane;
        this.events = events;
        this.recent = recent;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public LoopState getState() {
        return loop().state();
    }

    @Override
    public String getReason() {
        return loop().reason();
    }

    @Override
    public long getCompletions() {
        return figures().completions();
    }

    @Override
    public long getPolls() {
        return figures().polls();
    }

    @Override
    public long getEmptyPolls() {
        return figures().emptyPolls();
    }

    @Override
    public double getIdleRatio() {
        LoopFigures figures = figures();
        return figures.polls() == 0 ? 0 : (double) figures.emptyPolls() / figures.polls();
    }

    @Override
    public List<BatchCount> getBatchHistogram() {
        return figures().batchHistogram();
    }

    @Override
    public Distribution getCycleNanos() {
        return figures().cycleNanos();
    }

    @Override
    public long getLongestGapNanos() {
        return figures().longestGapNanos();
    }

    @Override
    public long getStalls() {
        return figures().stalls();
    }

    @Override
    public Map<WorkCompletionStatus, Long> getStatuses() {
        return figures().statuses();
    }

    @Override
    public Placement getPlacement() {
        Placement now = loop().placement();
        return new Placement(
                now.threadId(),
                now.cpuAsked(),
                now.priorityAsked(),
                new TreeSet<>(now.cpus()), // an array on the wire: in order
                now.priority(),
                now.granted(),
                now.reason());
    }

    @Override
    public List<SlotStatus> getSlots() {
        return loop().slots();
    }

    @Override
    public int getBatchSize() {
        return loop().batchSize();
    }

    @Override
    public IdleStrategy getIdleStrategy() {
        return loop().idleStrategy();
    }

    @Override
    public long getRestarts() {
        return loop().restarts();
    }

    @Override
    public String getSince() {
        return figures().since().toString();
    }

    @Override
    public List<LoopEventRow> getRecentEvents() {
        return events.recent();
    }

    @Override
    public void pause() {
        change(service -> service.pause(name));
    }

    @Override
    public void resume() {
        change(service -> service.resume(name));
    }

    @Override
    public int setBatchSize(int batchSize) {
        return changed(service -> service.setBatchSize(name, batchSize));
    }

    @Override
    public IdleStrategy setIdleStrategy(String idleStrategy) {
        IdleStrategy strategy = strategy(idleStrategy);
        return changed(service -> service.setIdleStrategy(name, strategy));
    }

    @Override
    public void release(String cq) {
        String queue = text(cq);
        change(service -> service.release(name, queue));
    }

    @Override
    public void resetFigures() {
        change(service -> service.resetFigures(name));
    }

    /** Consoles send what people type, or nothing at all. */
    private static String text(@Nullable String typed) {
        return typed == null ? "" : typed.trim();
    }

    private static IdleStrategy strategy(@Nullable String typed) {
        for (IdleStrategy strategy : IdleStrategy.values()) {
            if (strategy.name().equals(text(typed).toUpperCase(Locale.ROOT))) {
                return strategy;
            }
        }
        throw new IllegalArgumentException(
                "no idle strategy '"
                        + text(typed)
                        + "'; there are "
                        + Arrays.toString(IdleStrategy.values()).toLowerCase(Locale.ROOT));
    }

    private interface Change {
        void of(DataPlaneService service);
    }

    private void change(Change change) {
        boolean unused =
                changed(
                        service -> {
                            change.of(service);
                            return true;
                        });
    }

    private <R> R changed(Function<DataPlaneService, R> change) {
        try {
            return dataPlane.ask(change);
        } finally {
            recent.forget(); // also after a failure: what was asked for may come into force late
        }
    }

    private LoopFigures figures() {
        return loop().figures();
    }

    private PollLoop loop() {
        return recent.get(
                dataPlane,
                service ->
                        service.loop(name)
                                .orElseThrow(
                                        () ->
                                                new IllegalStateException(
                                                        "there is no poll loop "
                                                                + name
                                                                + " any more; its name goes"
                                                                + " soon")));
    }
}

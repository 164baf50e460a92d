// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.List;
import java.util.stream.Stream;
import org.rdmaagent.dataplane.DataPlaneService;
import org.rdmaagent.dataplane.PollLoop;

/** The data plane's MBean over whichever {@link DataPlaneService} there is. */
final class DataPlaneView implements DataPlaneMXBean {
    private final ServiceSlot<DataPlaneService> dataPlane;
    private final LoopNotifications events;
    private final Recent<List<PollLoop>> recent;

    DataPlaneView(
            ServiceSlot<DataPlaneService> dataPlane,
            LoopNotifications events,
            Recent<List<PollLoop>> recent) {
        this.dataPlane = dataPlane;
        this.events = events;
        this.recent = recent;
    }

    @Override
    public List<LoopRow> getLoops() {
        return loops().map(LoopRow::of).toList();
    }

    @Override
    public List<HandlerRow> getHandlers() {
        return loops().flatMap(DataPlaneView::handlers).toList();
    }

    @Override
    public String getMemoryLock() {
        return dataPlane.ask(DataPlaneService::memoryLock);
    }

    @Override
    public List<LoopEventRow> getRecentEvents() {
        return events.recent();
    }

    private Stream<PollLoop> loops() {
        return recent.get(dataPlane, DataPlaneService::loops).stream();
    }

    private static Stream<HandlerRow> handlers(PollLoop loop) {
        return loop.slots().stream()
                .filter(slot -> !slot.handler().isEmpty())
                .map(slot -> HandlerRow.of(loop.name(), slot));
    }
}

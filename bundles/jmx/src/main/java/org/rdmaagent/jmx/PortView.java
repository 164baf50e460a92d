// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.PortId;
import org.rdmaagent.PortState;
import org.rdmaagent.verbs.CounterService;
import org.rdmaagent.verbs.CounterSnapshot;
import org.rdmaagent.verbs.CounterValue;
import org.rdmaagent.verbs.DeviceService;
import org.rdmaagent.verbs.Port;
import org.rdmaagent.verbs.VerbsService;

/** A port's MBean over whichever services there are. */
final class PortView implements PortMXBean {
    private static final String HARDWARE = "hw_counters/";

    private final PortId id;
    private final ServiceSlot<DeviceService> devices;
    private final ServiceSlot<CounterService> counters;
    private final ServiceSlot<VerbsService> verbs;
    private final Recent<Port> recent;
    private final InstantSource clock;

    PortView(PortId id, BoundServices services, Recent<Port> recent, InstantSource clock) {
        this.id = id;
        this.devices = services.devices();
        this.counters = services.counters();
        this.verbs = services.verbs();
        this.recent = recent;
        this.clock = clock;
    }

    @Override
    public String getProvider() {
        return port().provider();
    }

    @Override
    public String getState() {
        return port().attributes().state().name();
    }

    @Override
    public String getPhysicalState() {
        return port().attributes().physState().name();
    }

    @Override
    public String getLinkLayer() {
        return port().attributes().linkLayer().name();
    }

    @Override
    public int getLid() {
        return port().attributes().lid().value();
    }

    @Override
    public int getSmLid() {
        return port().attributes().smLid().value();
    }

    @Override
    public int getLmc() {
        return port().attributes().lmc();
    }

    @Override
    public String getActiveWidth() {
        return width().map(LinkWidth::label)
                .orElseGet(() -> "unknown code " + port().attributes().activeWidth());
    }

    @Override
    public String getActiveSpeed() {
        return speed().map(LinkSpeed::name)
                .orElseGet(() -> "unknown code " + port().attributes().activeSpeed());
    }

    @Override
    public long getRateBytesPerSecond() {
        PortState state = port().attributes().state();
        Optional<LinkWidth> width = width();
        Optional<LinkSpeed> speed = speed();
        if (state == PortState.DOWN || width.isEmpty() || speed.isEmpty()) {
            // Drivers leave the codes of the last link, or the slowest ones, on a port that is
            // down.
            return 0;
        }
        return speed.get().bytesPerSecond(width.get());
    }

    @Override
    public PortSpeedValues getSpeedInfo() {
        return PortSpeedValues.of(port().attributes());
    }

    @Override
    public PortCapabilityValues getCapabilities() {
        return PortCapabilityValues.of(verbs.ask(service -> service.capabilities(id)));
    }

    @Override
    public int getMaxMtuBytes() {
        return port().attributes().maxMtuBytes();
    }

    @Override
    public int getActiveMtuBytes() {
        return port().attributes().activeMtuBytes();
    }

    @Override
    public String getNetdev() {
        return port().netdev();
    }

    @Override
    public PortAttributeValues getAttributes() {
        return PortAttributeValues.of(port().attributes());
    }

    @Override
    public List<GidRow> getGids() {
        return port().gids().stream().map(GidRow::of).toList();
    }

    @Override
    public List<PkeyRow> getPkeys() {
        return port().pkeys().stream().map(PkeyRow::of).toList();
    }

    @Override
    public Map<String, CounterRow> getCounters() {
        return rows(false);
    }

    @Override
    public Map<String, CounterRow> getHwCounters() {
        return rows(true);
    }

    @Override
    public long getCountersAgeMillis() {
        Duration age = Duration.between(snapshot().takenAt(), clock.instant());
        // The wall clock may have been set back meanwhile.
        return Math.max(0, age.toMillis());
    }

    @Override
    public String getCountersTakenAt() {
        return snapshot().takenAt().toString();
    }

    private Map<String, CounterRow> rows(boolean hardware) {
        Map<String, CounterRow> rows = new TreeMap<>();
        for (CounterValue value : snapshot().values()) {
            if (value.source().startsWith(HARDWARE) == hardware) {
                rows.put(value.name(), CounterRow.of(value));
            }
        }
        return rows;
    }

    private CounterSnapshot snapshot() {
        return counters.ask(service -> service.snapshot(id));
    }

    private Optional<LinkWidth> width() {
        return LinkWidth.ofCode(port().attributes().activeWidth());
    }

    private Optional<LinkSpeed> speed() {
        return LinkSpeed.ofCode(port().attributes().activeSpeed());
    }

    private Port port() {
        return recent.get(devices, service -> service.port(id));
    }
}

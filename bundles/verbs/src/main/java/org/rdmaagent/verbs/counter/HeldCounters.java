// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.counter;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.OperatingSystem;
import org.rdmaagent.verbs.CounterService;
import org.rdmaagent.verbs.CounterSnapshot;

/** The counters of one operating system under one set of settings; neither ever changes. */
final class HeldCounters implements CounterService {
    private final OperatingSystem os;
    private final CounterSettings settings;
    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final Map<PortId, HeldSnapshot> ports = new ConcurrentHashMap<>();

    HeldCounters(
            OperatingSystem os,
            CounterSettings settings,
            InstantSource clock,
            LongSupplier nanoTime) {
        this.os = os;
        this.settings = settings;
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    /** Whether it reads this operating system. */
    boolean reads(OperatingSystem other) {
        return os == other;
    }

    /** The same operating system under other settings; nothing held is taken along. */
    HeldCounters with(CounterSettings others) {
        return new HeldCounters(os, others, clock, nanoTime);
    }

    @Override
    public CounterSnapshot snapshot(PortId port) {
        HeldSnapshot held =
                ports.computeIfAbsent(
                        port, id -> new HeldSnapshot(nanoTime, settings.maxAge().toNanos()));
        try {
            return held.get(() -> read(port));
        } catch (RdmaException e) {
            // Names of ports that are not there, or no longer, must not pile up.
            ports.remove(port, held);
            throw e;
        }
    }

    private CounterSnapshot read(PortId port) {
        PortFolder folder = new PortFolder(os, settings.sysfsRoot(), port);
        folder.requirePort();
        Instant takenAt = clock.instant();
        long begun = nanoTime.getAsLong();
        var values = folder.read();
        long micros = TimeUnit.NANOSECONDS.toMicros(nanoTime.getAsLong() - begun);
        return new CounterSnapshot(port, takenAt, micros, values);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.counter;

import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.spi.OperatingSystem;
import org.rdmaagent.verbs.CounterService;
import org.rdmaagent.verbs.CounterSnapshot;

/** Reads the counters of whichever operating system the provider offers at the moment. */
@Component(service = CounterService.class, configurationPid = "org.rdmaagent.verbs")
public final class SysfsCounters implements CounterService {
    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private CounterSettings settings;
    private volatile @Nullable HeldCounters counters;

    /** Called by the component runtime. */
    @Activate
    public SysfsCounters(CounterConfiguration configuration) {
        this(settings(configuration), InstantSource.system(), System::nanoTime);
    }

    SysfsCounters(CounterSettings settings, InstantSource clock, LongSupplier nanoTime) {
        this.settings = settings;
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    @Modified
    synchronized void modified(CounterConfiguration configuration) {
        settings = settings(configuration);
        HeldCounters present = counters;
        counters = present == null ? null : present.with(settings);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    synchronized void bindOperatingSystem(OperatingSystem os) {
        counters = new HeldCounters(os, settings, clock, nanoTime);
    }

    synchronized void unbindOperatingSystem(OperatingSystem os) {
        HeldCounters present = counters;
        if (present != null && present.reads(os)) {
            counters = null;
        }
    }

    @Override
    public CounterSnapshot snapshot(PortId port) {
        HeldCounters present = counters;
        if (present == null) {
            throw new RdmaException(
                    "read counters",
                    Errno.of(19),
                    port.toString(),
                    "no provider serves the operating system's files: see NativeLibraries of"
                            + " rdma:type=Agent for what is missing");
        }
        return present.snapshot(port);
    }

    private static CounterSettings settings(CounterConfiguration configuration) {
        return CounterSettings.of(configuration.sysfsRoot(), configuration.maxAgeMillis());
    }
}

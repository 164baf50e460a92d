// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.service;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.osgi.service.cm.ConfigurationAdmin;
import org.rdmaagent.Errno;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.counting.CountingSetup;
import org.rdmaagent.multicast.membership.Conductor;
import org.rdmaagent.multicast.pair.VerbsAccess;
import org.rdmaagent.multicast.sa.SubnetAdministration;
import org.rdmaagent.multicast.sa.SubnetPorts;
import org.rdmaagent.spi.MadTransport;
import org.rdmaagent.spi.cm.CmLibrary;
import org.rdmaagent.verbs.DeviceService;
import org.rdmaagent.verbs.VerbsService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who works here: the conductor, and beside it who closes queue pairs, who tells listeners and who
 * sets the counting up; each with a thread of its own.
 */
final class Staff implements AutoCloseable {
    /** How long the conductor may wait for events before it looks whether it is to end. */
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long IDLE_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long CLOSE_MILLIS = 1000;
    private static final Logger LOG = LoggerFactory.getLogger(Staff.class);

    private final Slot<VerbsService> verbs = new Slot<>();
    private final Slot<DeviceService> devices = new Slot<>();
    private final Slot<MadTransport> transport = new Slot<>();
    private final Slot<ConfigurationAdmin> configurations = new Slot<>();
    private final Counters counters = new Counters();
    private final CountingSetup counting = new CountingSetup(configurations::get, System::nanoTime);
    private final MembershipEvents events;
    private final Conductor conductor;
    private final Queue<Runnable> closings = new ConcurrentLinkedQueue<>();
    private final RoleThread closer;
    private final RoleThread delivery;
    private final RoleThread setup;
    private final RoleThread work;
    private volatile boolean closed;
    private volatile SmKey smKey = SmKey.NONE;

    Staff() {
        closer = RoleThread.start("rdma-multicast-closing", this::closePairs);
        events = new MembershipEvents(InstantSource.system(), this::deliver);
        conductor =
                new Conductor(
                        new Conductor.Parts(
                                new VerbsAccess(verbs::get, devices::get),
                                counters,
                                this::count,
                                events,
                                this::close),
                        InstantSource.system(),
                        System::nanoTime,
                        new Random());
        delivery =
                RoleThread.start(
                        "rdma-multicast-events",
                        () -> {
                            events.doWork();
                            return AGAIN_NANOS;
                        });
        setup =
                RoleThread.start(
                        "rdma-multicast-counting",
                        () -> counting.doWork() ? AGAIN_NANOS : IDLE_NANOS);
        work =
                RoleThread.start(
                        "rdma-multicast",
                        () -> {
                            conductor.doWork(SLICE_NANOS);
                            return 0;
                        });
    }

    private long closePairs() {
        for (Runnable next = closings.poll(); next != null; next = closings.poll()) {
            next.run();
        }
        return IDLE_NANOS;
    }

    private void close(Runnable closing) {
        closings.add(closing);
        closer.nudge();
    }

    private void deliver() {
        RoleThread present = delivery;
        if (present != null) {
            present.nudge();
        }
    }

    private void count(Set<String> names) {
        counting.want(names);
        RoleThread present = setup;
        if (present != null) {
            present.nudge();
        }
    }

    Conductor conductor() {
        return conductor;
    }

    MembershipEvents events() {
        return events;
    }

    Counters counters() {
        return counters;
    }

    Slot<VerbsService> verbs() {
        return verbs;
    }

    Slot<DeviceService> devices() {
        return devices;
    }

    Slot<MadTransport> transport() {
        return transport;
    }

    Slot<ConfigurationAdmin> configurations() {
        return configurations;
    }

    void bind(CmLibrary manager) {
        conductor.post(() -> conductor.bind(manager));
    }

    /** Returns when the lease is handed back, so that the provider can go. */
    void unbind(CmLibrary manager) {
        await(
                () -> conductor.unbind(manager),
                "a call still runs; the provider is let go when that returns");
    }

    /** Waits until what an earlier bundle held is taken up, so that nobody sees less than that. */
    void settle() {
        await(
                conductor::tick,
                "what is held is not taken up yet: it is told as soon as a call returns");
    }

    private void await(Runnable command, String ifLate) {
        CountDownLatch done = new CountDownLatch(1);
        conductor.post(
                () -> {
                    command.run();
                    done.countDown();
                });
        try {
            if (!closed && !done.await(CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
                LOG.warn(ifLate);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void verbsCame() {
        conductor.post(conductor::verbsCame);
    }

    Membership join(JoinRequest request) {
        if (closed) {
            throw new RdmaException(
                    "rdma_join_multicast",
                    Errno.of(9),
                    request.group().toString(),
                    "the multicast bundle was replaced: take the service anew");
        }
        return conductor.join(request);
    }

    /** As it is written; a wrong one leaves the one before in force. */
    synchronized void smKey(String text) {
        smKey = SmKey.of(text, smKey);
    }

    /** Whom to ask about the subnet of a port. */
    SubnetAdministration administration(PortId port) {
        @Nullable MadTransport mads = transport.get();
        @Nullable DeviceService known = devices.get();
        if (mads == null || known == null) {
            throw new RdmaException(
                    "umad_open_port",
                    Errno.of(19),
                    port.toString(),
                    "no provider serves libibumad: see NativeLibraries of rdma:type=Agent for what"
                            + " is missing, or start with --provider sim");
        }
        return new SubnetAdministration(mads, SubnetPorts.ofDevices(known), () -> smKey.value());
    }

    /** What is not as it should be, apart from the memberships; in words. */
    List<String> troubles() {
        List<String> all = new ArrayList<>(conductor.troubles());
        if (!counting.trouble().isEmpty()) {
            all.add(counting.trouble());
        }
        if (!smKey.trouble().isEmpty()) {
            all.add(smKey.trouble());
        }
        if (events.lost() > 0) {
            all.add(
                    events.lost()
                            + " events were lost: a listener holds the others up, see the log for"
                            + " slow or failing bundles");
        }
        return all;
    }

    /** Ends what runs here; what is a member stays one. */
    @Override
    public void close() {
        closed = true;
        work.stop();
        conductor.post(() -> {});
        work.close();
        conductor.end();
        closer.close();
        setup.close();
        delivery.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.rdmaagent.PortId;
import org.rdmaagent.verbs.QpNumber;

/** Makes the MBeans; settings are asked at each call, so a change reaches MBeans that exist. */
final class MBeanFactory {
    private final BoundServices services;
    private final KeptResults kept;
    private final Supplier<JmxSettings> settings;
    private final InstantSource clock;
    private final LongSupplier nanoTime;

    MBeanFactory(
            BoundServices services,
            KeptResults kept,
            Supplier<JmxSettings> settings,
            InstantSource clock,
            LongSupplier nanoTime) {
        this.services = services;
        this.kept = kept;
        this.settings = settings;
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    DescribedMBean agent() {
        return DescribedMBean.of(new AgentView(services.agent(), recent()), AgentMXBean.class);
    }

    DescribedMBean device(String name, EventNotifications events) {
        return DescribedMBean.of(
                new DeviceView(name, services.devices(), services.verbs(), events, recent()),
                DeviceMXBean.class,
                events);
    }

    DescribedMBean queuePair(String device, QpNumber number) {
        return DescribedMBean.of(
                new QueuePairView(
                        device,
                        number,
                        services.devices(),
                        services.verbs(),
                        new SubnetAnswer(services.multicast()),
                        recent()),
                QueuePairMXBean.class);
    }

    DescribedMBean dataPlane(LoopNotifications events) {
        return DescribedMBean.of(
                new DataPlaneView(services.dataPlane(), events, recent()),
                DataPlaneMXBean.class,
                events);
    }

    DescribedMBean pollLoop(String name, LoopNotifications events) {
        return DescribedMBean.of(
                new PollLoopView(name, services.dataPlane(), events, recent()),
                PollLoopMXBean.class,
                events);
    }

    DescribedMBean multicast(MembershipNotifications events) {
        return DescribedMBean.of(
                new MulticastView(services.multicast(), services.devices(), events, recent()),
                MulticastMXBean.class,
                events);
    }

    DescribedMBean mlx4Context(String device) {
        return DescribedMBean.of(
                new Mlx4ContextView(device, services.mlx4(), services.devices(), recent()),
                Mlx4ContextMXBean.class);
    }

    DescribedMBean port(PortId id) {
        return DescribedMBean.of(new PortView(id, services, recent(), clock), PortMXBean.class);
    }

    SweepNotifications notifications(PortId port) {
        return new SweepNotifications(MBeanNames.fabric(port), clock);
    }

    DescribedMBean fabric(PortId port, SweepNotifications notifications) {
        return DescribedMBean.of(
                new FabricView(port, services.fabric(), kept, () -> settings.get().discoverWait()),
                FabricMXBean.class,
                notifications);
    }

    private <T> Recent<T> recent() {
        return new Recent<>(nanoTime, () -> settings.get().hold().toNanos());
    }
}

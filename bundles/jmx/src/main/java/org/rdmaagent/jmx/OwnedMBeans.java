// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanRegistrationException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The MBeans that are registered. One thread at a time changes them, by the lock of the object;
 * after {@link #close} none is added any more.
 */
final class OwnedMBeans implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OwnedMBeans.class);

    /**
     * How long a name stays that nobody lists: while the agent bundle is replaced the provider goes
     * and comes back, and there seem to be no devices at all.
     */
    static final Duration GRACE = Duration.ofSeconds(10);

    private final MBeanServer server;
    private final LongSupplier nanoTime;
    private final Map<ObjectName, Long> missingSince = new HashMap<>();
    private final Set<ObjectName> owned = new TreeSet<>();
    private boolean closed;

    OwnedMBeans(MBeanServer server, LongSupplier nanoTime) {
        this.server = server;
        this.nanoTime = nanoTime;
    }

    /** Registers an MBean, unless the name is ours already. */
    synchronized void add(ObjectName name, Supplier<DescribedMBean> bean) {
        if (closed || owned.contains(name)) {
            return;
        }
        try {
            registerOverForeign(name, bean.get());
            owned.add(name);
        } catch (JMException e) {
            throw new IllegalStateException("cannot register " + name, e);
        }
    }

    private void registerOverForeign(ObjectName name, DescribedMBean bean) throws JMException {
        try {
            server.registerMBean(bean, name);
        } catch (InstanceAlreadyExistsException e) {
            LOG.warn("{} was registered by somebody else; the agent takes the name over", name);
            server.unregisterMBean(name);
            server.registerMBean(bean, name);
        }
    }

    /**
     * Takes away what has not been wanted for {@link #GRACE}.
     *
     * @param types which names are looked at: the values of their key property "type"
     * @param wanted those to keep
     * @return whether some are not wanted and stay for now
     */
    synchronized boolean retain(Set<String> types, Set<ObjectName> wanted) {
        boolean waiting = false;
        for (ObjectName name : names()) {
            if (!types.contains(name.getKeyProperty("type"))) {
                continue;
            }
            if (wanted.contains(name)) {
                missingSince.remove(name);
            } else if (isOverdue(name)) {
                remove(name);
            } else {
                waiting = true;
            }
        }
        return waiting;
    }

    private boolean isOverdue(ObjectName name) {
        long now = nanoTime.getAsLong();
        return now - missingSince.computeIfAbsent(name, first -> now) >= GRACE.toNanos();
    }

    /** Whether a name is ours. */
    synchronized boolean owns(ObjectName name) {
        return owned.contains(name);
    }

    private void remove(ObjectName name) {
        missingSince.remove(name);
        if (!owned.remove(name)) {
            return;
        }
        try {
            server.unregisterMBean(name);
        } catch (InstanceNotFoundException e) {
            LOG.warn("{} was unregistered by somebody else", name);
        } catch (MBeanRegistrationException e) {
            throw new IllegalStateException("cannot unregister " + name, e);
        }
    }

    private Set<ObjectName> names() {
        return new TreeSet<>(owned);
    }

    /** Takes all of them away. */
    @Override
    public synchronized void close() {
        closed = true;
        names().forEach(this::remove);
    }
}

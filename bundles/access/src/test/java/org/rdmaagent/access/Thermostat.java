// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import java.util.concurrent.atomic.AtomicInteger;
import javax.management.NotificationBroadcasterSupport;

/** An MBean in the agent's domain that counts what was done to it. */
public final class Thermostat extends NotificationBroadcasterSupport implements ThermostatMBean {
    final AtomicInteger changes = new AtomicInteger();

    @Override
    public int getDegrees() {
        return 21;
    }

    @Override
    public void setDegrees(int degrees) {
        changes.incrementAndGet();
    }

    @Override
    public String export(String format) {
        return "in " + format;
    }

    @Override
    public void discover() {
        changes.incrementAndGet();
    }

    @Override
    public void discover(String from, int hops) {
        changes.incrementAndGet();
    }

    @Override
    public void resetCounters() {
        changes.incrementAndGet();
    }
}

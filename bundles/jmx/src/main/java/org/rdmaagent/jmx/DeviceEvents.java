// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.rdmaagent.verbs.AsyncEvent;
import org.rdmaagent.verbs.AsyncEventListener;

/**
 * The asynchronous events, each handed to the MBean of its device. What it remembers outlives a
 * replacement of the verbs bundle. For any thread.
 */
final class DeviceEvents implements AsyncEventListener {
    private final Map<String, EventNotifications> senders = new ConcurrentHashMap<>();

    /** The sender of a device, whether it has an MBean yet or not. */
    EventNotifications of(String device) {
        return senders.computeIfAbsent(
                device, name -> new EventNotifications(MBeanNames.device(name)));
    }

    /** Forgets devices whose MBeans are gone. */
    void forgetUnless(Predicate<String> registered) {
        senders.keySet().removeIf(registered.negate());
    }

    @Override
    public void event(AsyncEvent event) {
        of(event.device()).send(event);
    }
}

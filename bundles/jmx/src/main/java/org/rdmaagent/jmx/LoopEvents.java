// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jmx;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.rdmaagent.dataplane.LoopEvent;
import org.rdmaagent.dataplane.LoopListener;

/**
 * What happens to the poll loops, each event handed to the MBean of its loop and to that of the
 * data plane. What it remembers outlives a replacement of the dataplane bundle. For any thread.
 */
final class LoopEvents implements LoopListener {
    private final LoopNotifications all = new LoopNotifications(MBeanNames.DATA_PLANE);
    private final Map<String, LoopNotifications> senders = new ConcurrentHashMap<>();
    private final Runnable newLoop;

    /** Calls the last one when it hears of a loop for the first time. */
    LoopEvents(Runnable newLoop) {
        this.newLoop = newLoop;
    }

    /** The sender of the data plane. */
    LoopNotifications all() {
        return all;
    }

    /** The sender of a loop, whether it has an MBean yet or not. */
    LoopNotifications of(String loop) {
        return senders.computeIfAbsent(
                loop, name -> new LoopNotifications(MBeanNames.pollLoop(name)));
    }

    /** Forgets loops whose MBeans are gone. */
    void forgetUnless(Predicate<String> registered) {
        senders.keySet().removeIf(registered.negate());
    }

    @Override
    public void onLoopEvent(LoopEvent event) {
        all.send(event);
        if (event.loop().isEmpty()) {
            return;
        }
        boolean known = senders.containsKey(event.loop());
        of(event.loop()).send(event);
        if (!known) {
            newLoop.run();
        }
    }
}

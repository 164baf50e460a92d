// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.container;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;

/** Asks for a sweep and waits for its end, again and again, on a thread of its own. */
final class Discoverer {
    private final Set<String> complaints = ConcurrentHashMap.newKeySet();
    private final MBeanServer server;
    private final ObjectName fabric;
    private final Thread thread = new Thread(this::run, "discoverer");
    private volatile boolean enough;
    private volatile int interrupted;

    Discoverer(MBeanServer server, ObjectName fabric) {
        this.server = server;
        this.fabric = fabric;
        thread.start();
    }

    /** Stops asking. */
    void end() throws InterruptedException {
        enough = true;
        thread.join();
    }

    /** How it was refused, other than by "restarting". */
    Set<String> complaints() {
        return complaints;
    }

    /** How often it heard "restarting". */
    int interrupted() {
        return interrupted;
    }

    private void run() {
        int heard = 0;
        while (!enough) {
            try {
                server.invoke(fabric, "discover", new Object[0], new String[0]);
            } catch (RuntimeMBeanException e) {
                String text = String.valueOf(e.getCause());
                if (text.contains("restarting")) {
                    interrupted = ++heard;
                } else {
                    complaints.add(text);
                }
                pause();
            } catch (JMException | RuntimeException e) {
                complaints.add(e.toString());
                pause();
            }
        }
    }

    /** The container gets on meanwhile. */
    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(5);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.agent.runtime;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.Bundle;
import org.osgi.framework.launch.Framework;

/**
 * Says at the very end that the agent stopped. By then this bundle is gone too, so the JVM's own
 * hook waits for the framework. It must not need a class that is not loaded yet: the bundle's class
 * loader may be closed.
 */
@AllowsConsole
final class AnnouncedStop {
    private static final long LIMIT_SECONDS = 30;

    private final Framework framework;
    private final PrintStream out = System.out;
    private final Thread hook = new Thread(this::await, "rdma-agent-stopped");

    AnnouncedStop(Bundle systemBundle) {
        framework = systemBundle.adapt(Framework.class);
    }

    void arm() {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is already ending: the hook of an earlier activation speaks.
        }
    }

    /** A bundle that is only replaced must not leave its hook, nor its class loader, behind. */
    void disarmUnlessStopping() {
        if (framework.getState() == Bundle.STOPPING) {
            return;
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending: the hook runs and will speak.
        }
    }

    private void await() {
        try {
            framework.waitForStop(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
            boolean stopped = (framework.getState() & (Bundle.ACTIVE | Bundle.STOPPING)) == 0;
            out.println(
                    stopped
                            ? "rdma-agent stopped"
                            : "rdma-agent did not stop within " + LIMIT_SECONDS + " s; ended");
            out.flush();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric.discovery;

import org.rdmaagent.fabric.Topology;

/** A sweep by an engine. A role, used by one thread; closing it ends it, however far it is. */
interface EngineRun extends AutoCloseable {
    /**
     * Does a step.
     *
     * @param maxWaitNanos how long to wait for something to do at the most
     * @return whether there is more to do
     * @throws org.rdmaagent.RdmaException if there will be no result
     */
    boolean doWork(long maxWaitNanos);

    /**
     * What was found, when there is nothing more to do.
     *
     * @throws org.rdmaagent.RdmaException if there is no result
     */
    Topology topology();

    @Override
    void close();
}

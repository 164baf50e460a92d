// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

import java.util.List;
import java.util.function.Supplier;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.event.EventDesk;
import org.rdmaagent.verbs.event.EventThreads;
import org.rdmaagent.verbs.event.RoleThread;
import org.rdmaagent.verbs.object.Session;
import org.rdmaagent.verbs.queue.PlannedQueuePairs;
import org.rdmaagent.verbs.selftest.SelfTests;

/** The time with one provider: from its coming until it, or this bundle, goes. */
final class Tenure implements AutoCloseable {
    private static final String OWNER = "verbs";

    private final VerbsLibrary library;
    private final Session session;
    private final SelfTests selfTests;
    private final Watch watch;
    private final Upkeep upkeep;
    private final RoleThread thread;

    /**
     * Takes the lease up and begins to look after it.
     *
     * @throws org.rdmaagent.RdmaException EOPNOTSUPP if the provider makes no objects
     */
    Tenure(
            VerbsLibrary library,
            EventDesk desk,
            PlannedQueuePairs plans,
            Supplier<VerbsSettings> settings) {
        this.library = library;
        this.session = new Session(library.lease(OWNER));
        this.selfTests = new SelfTests(library, session, System::nanoTime);
        this.watch = new Watch(session, new EventThreads(desk), System::nanoTime);
        this.upkeep = new Upkeep(library, session, watch, plans, settings, System::nanoTime);
        this.thread = RoleThread.start("rdma-verbs", upkeep::doWork);
    }

    VerbsLibrary library() {
        return library;
    }

    Session session() {
        return session;
    }

    SelfTests selfTests() {
        return selfTests;
    }

    List<String> refusals() {
        return watch.refusals();
    }

    int abandoned() {
        return upkeep.abandoned();
    }

    /** Looks after it now. */
    void nudge() {
        thread.nudge();
    }

    /** Ends what runs here; what is open stays open in the lease. */
    @Override
    public void close() {
        selfTests.stop();
        thread.close();
        watch.close();
        session.end();
    }
}

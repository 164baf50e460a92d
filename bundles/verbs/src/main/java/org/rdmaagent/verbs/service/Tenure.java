// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs.service;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.rdmaagent.spi.VerbsLibrary;
import org.rdmaagent.verbs.VerbsService.ContextHolder;
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
    private final Reopenings reopenings;
    private final Upkeep upkeep;
    private final RoleThread thread;

    /**
     * Takes the lease up and begins to look after it.
     *
     * @param holders whoever makes anew what he has, at the moment
     * @throws org.rdmaagent.RdmaException EOPNOTSUPP if the provider makes no objects
     */
    Tenure(
            VerbsLibrary library,
            EventDesk desk,
            PlannedQueuePairs plans,
            Supplier<VerbsSettings> settings,
            Supplier<? extends Collection<ContextHolder>> holders) {
        this.library = library;
        this.session = new Session(library.lease(OWNER));
        this.selfTests = new SelfTests(library, session, System::nanoTime);
        this.watch = new Watch(session, new EventThreads(desk), System::nanoTime);
        this.reopenings = new Reopenings(library, session, selfTests, plans, holders);
        this.upkeep =
                new Upkeep(library, session, watch, plans, reopenings, settings, System::nanoTime);
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

    /** What cannot be opened, or not anew, in words. */
    List<String> refusals() {
        List<String> all = new ArrayList<>(watch.refusals());
        all.addAll(reopenings.troubles());
        return all;
    }

    /** As {@link org.rdmaagent.verbs.VerbsService#reopen}. */
    void reopen(String device, String context) {
        try {
            upkeep.reopen(device, context);
        } finally {
            // The new contexts have events to be read.
            nudge();
        }
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
        upkeep.stop();
        thread.close();
        watch.close();
        session.end();
    }
}

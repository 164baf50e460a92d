// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.request.RequestFiles;
import org.rdmaagent.multicast.request.RequestFiles.Wish;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the memberships that files ask for into being, and leaves those that no file asks for any
 * more. The conductor's thread; {@link #clashes} any.
 */
final class Lastings {
    /** How long a membership of a file waits for that after a replacement of the bundle. */
    static final long CLAIM_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final Logger LOG = LoggerFactory.getLogger(Lastings.class);

    private final Ground ground;
    private final RequestFiles files;
    private final long begunNanos;
    private final Map<String, Long> editions = new TreeMap<>();
    private final Map<String, String> clashes = new TreeMap<>();

    Lastings(Ground ground, RequestFiles files) {
        this.ground = ground;
        this.files = files;
        this.begunNanos = ground.now();
    }

    /** Names that a file asks for and a call has; in words. */
    List<String> clashes() {
        synchronized (clashes) {
            return new ArrayList<>(clashes.values());
        }
    }

    /** Compares what is asked for with what there is. */
    void doWork() {
        Map<String, Wish> wishes = files.wishes();
        synchronized (clashes) {
            clashes.keySet().retainAll(wishes.keySet());
        }
        for (MembershipCore core : ground.roster().shown()) {
            if (core.isLasting() && !wishes.containsKey(core.name())) {
                unwanted(core);
            }
        }
        editions.keySet().retainAll(wishes.keySet());
        wishes.forEach(this::realize);
    }

    private void unwanted(MembershipCore core) {
        if (isLeft(core) || files.isRefused(core.name())) {
            return;
        }
        boolean late = ground.now() - begunNanos >= CLAIM_NANOS;
        if (editions.containsKey(core.name()) || late) {
            LOG.info("{} is left: no file asks for it any more", core.name());
            core.leave();
        }
    }

    private void realize(String name, Wish wish) {
        Optional<MembershipCore> present = ground.roster().find(name);
        present.ifPresent(core -> compare(core, wish));
        boolean free = present.filter(core -> !isLeft(core)).isEmpty();
        Long done = editions.get(name);
        // One that was left by a call stays so until its file is read again.
        if (free && (done == null || done != wish.edition())) {
            editions.put(name, wish.edition());
            clash(name, "");
            MembershipCore added =
                    ground.roster()
                            .add(name, any -> new MembershipCore(ground, wish.request(), true));
            added.advance();
        }
    }

    private void compare(MembershipCore core, Wish wish) {
        if (isLeft(core)) {
            return;
        }
        if (!core.isLasting()) {
            clash(
                    core.name(),
                    "configuration of membership "
                            + core.name()
                            + ": a call has joined by this name: leave that one, or choose another"
                            + " name");
        } else if (core.request().equals(wish.request())) {
            editions.put(core.name(), wish.edition());
            clash(core.name(), "");
        } else {
            LOG.info("{} is left and joined anew: its file asks for something else", core.name());
            core.leave();
        }
    }

    private void clash(String name, String text) {
        synchronized (clashes) {
            if (text.isEmpty()) {
                clashes.remove(name);
            } else if (!text.equals(clashes.put(name, text))) {
                LOG.warn("{}", text);
            }
        }
    }

    private static boolean isLeft(MembershipCore core) {
        return core.board().state() == MembershipState.LEFT;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.pair.Feasibility;
import org.rdmaagent.multicast.pair.NotYetException;
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
    private final Map<String, String> objections = new TreeMap<>();
    private final Feasibility feasibility;

    Lastings(Ground ground, RequestFiles files) {
        this.ground = ground;
        this.files = files;
        this.begunNanos = ground.now();
        this.feasibility = new Feasibility(ground.verbs());
    }

    /** Why what a file asks for is not so, where it is not its membership that tells. */
    List<String> objections() {
        synchronized (objections) {
            return new ArrayList<>(objections.values());
        }
    }

    /** Whether a membership of this name is in force; any thread. */
    boolean isRunning(String name) {
        return ground.roster().find(name).filter(Lastings::isRunning).isPresent();
    }

    private static boolean isRunning(MembershipCore core) {
        return switch (core.board().state()) {
            case JOINING, JOINED, LOST, REJOINING -> true;
            case FAILED, LEAVING, LEFT -> false;
        };
    }

    /** Compares what is asked for with what there is. */
    void doWork() {
        Map<String, Wish> wishes = files.wishes();
        synchronized (objections) {
            objections.keySet().retainAll(wishes.keySet());
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
        boolean late = ground.now() - begunNanos >= CLAIM_NANOS && !files.isAnyRefused();
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
        if (!free) {
            return;
        }
        if (done != null && done == wish.edition()) {
            // One that was left by a call stays so until its file is read again.
            object(
                    name,
                    name
                            + " was left by a call though "
                            + wish.file()
                            + " asks for it: save the file to join again");
        } else {
            editions.put(name, wish.edition());
            object(name, "");
            MembershipCore added =
                    ground.roster()
                            .add(name, any -> new MembershipCore(ground, wish.request(), true));
            added.advance();
        }
    }

    private void compare(MembershipCore core, Wish wish) {
        if (core.board().isLeaving()) {
            return;
        }
        if (!core.isLasting()) {
            object(
                    core.name(),
                    subject(core, wish)
                            + "a call has joined by this name: leave that one, or choose another"
                            + " name");
        } else if (core.request().equals(wish.request())) {
            editions.put(core.name(), wish.edition());
            object(core.name(), "");
        } else {
            change(core, wish);
        }
    }

    /** What would only fail leaves in force what there is; it is looked at again and again. */
    private void change(MembershipCore core, Wish wish) {
        try {
            port(core, wish).ifPresent(port -> feasibility.check(wish.request(), port));
        } catch (NotYetException e) {
            return;
        } catch (RdmaException e) {
            object(
                    core.name(),
                    subject(core, wish)
                            + e.getMessage()
                            + (isRunning(core) ? RequestFiles.GOES_ON : RequestFiles.NOT_IN_FORCE));
            editions.put(core.name(), wish.edition());
            return;
        }
        LOG.info("{} is left and joined anew: its file asks for something else", core.name());
        object(core.name(), "");
        editions.remove(core.name());
        core.leave();
    }

    /** By which port it would be joined, if that is known before. */
    private static Optional<PortId> port(MembershipCore core, Wish wish) {
        boolean sameAddress = wish.request().localAddress().equals(core.request().localAddress());
        return wish.request()
                .port()
                .or(() -> sameAddress ? core.board().status().port() : Optional.empty());
    }

    private static String subject(MembershipCore core, Wish wish) {
        return "configuration " + wish.file() + " of membership " + core.name() + ": ";
    }

    private void object(String name, String text) {
        synchronized (objections) {
            if (text.isEmpty()) {
                objections.remove(name);
            } else if (!text.equals(objections.put(name, text))) {
                LOG.warn("{}", text);
            }
        }
    }

    private static boolean isLeft(MembershipCore core) {
        return core.board().state() == MembershipState.LEFT;
    }
}

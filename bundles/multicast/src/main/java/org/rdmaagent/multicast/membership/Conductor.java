// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.pair.PairSurvey;
import org.rdmaagent.multicast.pair.VerbsAccess;
import org.rdmaagent.multicast.request.RequestFiles;
import org.rdmaagent.spi.cm.CmLease;
import org.rdmaagent.spi.cm.CmLibrary;
import org.rdmaagent.spi.cm.CmNotice;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one role that all memberships live in: it takes commands and events, one after the other, and
 * waits for nothing else. One thread, or a test, calls {@link #doWork}; what others ask for they
 * {@link #post}.
 */
public final class Conductor {
    /** How often to look at queue pairs and files. */
    static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Events that are taken before the commands get their turn again. */
    private static final int BATCH = 64;

    private static final Logger LOG = LoggerFactory.getLogger(Conductor.class);

    private final BlockingQueue<Runnable> commands = new LinkedBlockingQueue<>();
    private final Tenancy tenancy = new Tenancy();
    private final Roster roster = new Roster();
    private final Ground ground;
    private final Endings endings;
    private final RequestFiles files;
    private final Lastings lastings;
    private final CountedQueues counted;
    private final Takeover takeover;
    private long lookNanos;

    /**
     * What it works with.
     *
     * @param verbs whatever verbs there are at the moment
     * @param counts who counts what was received
     * @param counted hears which queues are to be polled and counted
     * @param news hears of changes
     * @param closer where queue pairs are closed
     */
    public record Parts(
            VerbsAccess verbs,
            LateCounts counts,
            Consumer<Set<String>> counted,
            MembershipNews news,
            Executor closer) {}

    /**
     * Without memberships.
     *
     * @param random for the waits between attempts
     */
    public Conductor(Parts parts, InstantSource clock, LongSupplier nanoTime, Random random) {
        this.endings = new Endings(parts.closer(), this::post);
        this.ground =
                new Ground(
                        tenancy,
                        parts.verbs(),
                        parts.counts(),
                        parts.news(),
                        clock,
                        nanoTime,
                        random,
                        roster,
                        endings);
        this.files = new RequestFiles(() -> post(this::realize));
        this.lastings = new Lastings(ground, files);
        this.takeover = new Takeover(ground);
        this.counted = new CountedQueues(roster, parts.counted(), nanoTime.getAsLong());
        this.lookNanos = nanoTime.getAsLong();
    }

    /** Any thread: does this as soon as possible. */
    public void post(Runnable command) {
        commands.add(command);
        tenancy.wake();
    }

    /** What files ask for; any thread. */
    public RequestFiles files() {
        return files;
    }

    /**
     * Any thread: one more membership.
     *
     * @throws IllegalArgumentException if the name is taken
     */
    public Membership join(JoinRequest request) {
        MembershipCore added =
                request.name().isPresent()
                        ? roster.add(request.name().get(), name -> core(request, name))
                        : roster.addUnnamed(name -> core(request, name));
        post(added::advance);
        return view(added);
    }

    private MembershipCore core(JoinRequest request, String name) {
        return new MembershipCore(ground, request.change().name(name).build(), false);
    }

    /** Any thread: those that there are, by name. */
    public List<Membership> memberships() {
        return roster.shown().stream().map(this::view).toList();
    }

    /** Any thread: one of them. */
    public Optional<Membership> membership(String name) {
        return roster.find(name).map(this::view);
    }

    private Membership view(MembershipCore core) {
        return new LiveMembership(core, this::post);
    }

    /** Any thread: what is not as it should be, apart from the memberships; in words. */
    public List<String> troubles() {
        List<String> all = new ArrayList<>(files.troubles(lastings::isRunning));
        all.addAll(lastings.objections());
        String refusal = tenancy.trouble();
        // Nobody misses it where nobody wants to be a member.
        if (!refusal.isEmpty() && !roster.shown().isEmpty()) {
            all.add(refusal);
        }
        return all;
    }

    /** A provider is there: takes up what is held of it. */
    public void bind(CmLibrary manager) {
        tenancy.end();
        if (tenancy.take(manager, ground.now())) {
            takeover.adopt();
            counted.adopted();
        }
    }

    /** It goes. */
    public void unbind(CmLibrary manager) {
        if (tenancy.isOf(manager)) {
            tenancy.end();
            roster.all().forEach(MembershipCore::orphaned);
        }
    }

    /** Verbs are there, or others than before. */
    public void verbsCame() {
        takeover.verbsCame();
        roster.all().forEach(MembershipCore::verbsCame);
    }

    /** Any thread: queue pairs were closed with their context, and are made anew. */
    public void pairsClosed(ClosedPairs closed) {
        post(() -> roster.all().forEach(core -> core.pairsClosed(closed)));
    }

    private void realize() {
        lastings.doWork();
    }

    /**
     * Does what there is to do, and waits for more.
     *
     * @param mostNanos how long to wait at the most; 0 does not wait
     */
    public void doWork(long mostNanos) {
        runCommands();
        takeEvents();
        long now = ground.now();
        tick();
        if (now - lookNanos >= 0) {
            lookNanos = now + LOOK_NANOS;
            look();
        }
        counted.tell(now);
        await(mostNanos);
    }

    /** Does what is due; on the conductor's thread, like a command. */
    public void tick() {
        long now = ground.now();
        for (MembershipCore core : roster.all()) {
            core.tick(now);
            if (core.isOver(now)) {
                roster.remove(core);
            }
        }
    }

    private void runCommands() {
        for (Runnable next = commands.poll(); next != null; next = commands.poll()) {
            run(next);
        }
    }

    private static void run(Runnable command) {
        try {
            command.run();
        } catch (RuntimeException e) {
            // The others go on, whatever this one met.
            LOG.error("The memberships met what they should not meet; please report it", e);
        }
    }

    private void takeEvents() {
        for (int i = 0; i < BATCH; i++) {
            Optional<CmNotice> next = next(0);
            if (next.isEmpty()) {
                return;
            }
            next.ifPresent(this::handle);
        }
    }

    private Optional<CmNotice> next(long nanos) {
        CmLease lease = tenancy.present();
        if (lease == null) {
            return Optional.empty();
        }
        try {
            return lease.awaitEvent(nanos);
        } catch (RdmaException e) {
            LOG.warn("Events of memberships cannot be read: {}", e.getMessage());
            tenancy.fail(e);
            return Optional.empty();
        }
    }

    private void handle(CmNotice notice) {
        run(() -> roster.find(notice.id().name()).ifPresent(core -> core.onNotice(notice)));
    }

    private void look() {
        if (tenancy.retry(ground.now())) {
            run(takeover::adopt);
        }
        takeover.sweep();
        endings.doWork();
        lastings.doWork();
        if (roster.all().stream().anyMatch(MembershipCore::isMember)) {
            PairSurvey.take(ground.verbs())
                    .ifPresent(survey -> roster.all().forEach(core -> core.look(survey)));
        }
    }

    private void await(long mostNanos) {
        long wait = Math.min(mostNanos, untilDue());
        if (wait <= 0 || !commands.isEmpty()) {
            return;
        }
        if (tenancy.isHeld()) {
            next(wait).ifPresent(this::handle);
            return;
        }
        try {
            @Nullable Runnable command = commands.poll(wait, TimeUnit.NANOSECONDS);
            if (command != null) {
                run(command);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long untilDue() {
        long now = ground.now();
        long least = lookNanos - now;
        for (MembershipCore core : roster.all()) {
            if (core.dueNanos() != MembershipCore.NEVER) {
                least = Math.min(least, core.dueNanos() - now);
            }
        }
        return least;
    }

    /** This bundle stops: what was asked for goes on in the provider. Nothing is done after. */
    public void end() {
        runCommands();
        tenancy.end();
        roster.all().forEach(MembershipCore::end);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.JoinRequestBuilder;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipEvent;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MembershipStatus;
import org.rdmaagent.multicast.pair.VerbsAccess;
import org.rdmaagent.multicast.request.RequestFile;
import org.rdmaagent.sim.control.SimulatedWorld;
import org.rdmaagent.sim.control.SimulationSettings;
import org.rdmaagent.spi.cm.CmLease;
import org.rdmaagent.verbs.MulticastAttachment;
import org.rdmaagent.verbs.QueuePair;

/** A conductor on a simulated host, driven by hand: time passes only when a test says so. */
final class Rig {
    static final PortId IB = new PortId("mlx4_0", 1);
    static final PortId IB_2 = new PortId("mlx4_0", 2);
    static final PortId ROCE = new PortId("rxe0", 1);
    static final GroupAddress GROUP = GroupAddress.parse("239.1.2.3");
    static final GroupAddress OTHER = GroupAddress.parse("239.1.2.4");
    private static final long STEP_MILLIS = 10;

    final SimulatedWorld world;
    final HandCounter counter = new HandCounter();
    final List<MembershipEvent> told = new ArrayList<>();
    private final long seed;
    private final Map<String, RequestFile> files = new HashMap<>();
    private final Map<String, Map<String, String>> texts = new HashMap<>();
    @Nullable SessionVerbs verbs;
    @Nullable Set<String> counted;
    boolean counts = true;
    Conductor conductor;
    private long nanos;

    Rig() {
        this(1);
    }

    Rig(long seed) {
        this.seed = seed;
        world =
                SimulatedWorld.defaultWorld(
                        SimulationSettings.defaults().virtualClock(true).seed(seed));
        conductor = conductor();
        verbsCome();
        managerComes();
        conductor.doWork(0);
    }

    private Conductor conductor() {
        return new Conductor(
                new Conductor.Parts(
                        new VerbsAccess(
                                () -> verbs, () -> new LibraryDevices(world.verbsLibrary())),
                        queue -> counts ? Optional.of(counter) : Optional.empty(),
                        names -> counted = names,
                        (name, group, before, status, text) ->
                                told.add(
                                        new MembershipEvent(
                                                name,
                                                group,
                                                before,
                                                status,
                                                text,
                                                told.size() + 1,
                                                instant())),
                        Runnable::run),
                this::instant,
                () -> nanos,
                new Random(seed));
    }

    private Instant instant() {
        return Instant.EPOCH.plusNanos(nanos);
    }

    void managerComes() {
        conductor.post(() -> conductor.bind(world.cmLibrary()));
    }

    void verbsCome() {
        verbs = new SessionVerbs(world.verbsLibrary());
        conductor.post(conductor::verbsCame);
    }

    void verbsGo() {
        SessionVerbs present = verbs();
        verbs = null;
        present.end();
    }

    SessionVerbs verbs() {
        return Objects.requireNonNull(verbs, "no verbs");
    }

    /** The bundle is replaced: its files are read again. */
    void swap() {
        stop();
        start();
    }

    void stop() {
        conductor.end();
    }

    void start() {
        conductor = conductor();
        managerComes();
        files.clear();
        Map.copyOf(texts).forEach((name, keys) -> file(name, keys));
        conductor.doWork(0);
    }

    /** Time passes. */
    void run(long millis) {
        long each = millis > 20_000 ? 50 * STEP_MILLIS : millis > 2000 ? 100 : STEP_MILLIS;
        for (long left = millis; left > 0; left -= each) {
            step(Math.min(left, each));
        }
    }

    void step(long millis) {
        long step = TimeUnit.MILLISECONDS.toNanos(millis);
        nanos += step;
        world.advance(Duration.ofNanos(step));
        conductor.doWork(0);
    }

    /** Until something is so, 60 s at the most. */
    MembershipStatus await(Membership membership, MembershipState state) {
        for (int i = 0; i < 6000 && membership.status().state() != state; i++) {
            step(STEP_MILLIS);
        }
        assertEquals(state, membership.status().state(), membership.status()::toString);
        return membership.status();
    }

    static JoinRequestBuilder request(String name) {
        return new JoinRequestBuilder(GROUP).name(name);
    }

    Membership join(JoinRequest request) {
        return conductor.join(request);
    }

    Membership joined(JoinRequest request) {
        Membership membership = join(request);
        await(membership, MembershipState.JOINED);
        return membership;
    }

    Membership membership(String name) {
        return conductor.membership(name).orElseThrow();
    }

    MembershipState state(String name) {
        return membership(name).status().state();
    }

    /** A file says this. */
    void file(String name, Map<String, String> keys) {
        Map<String, String> all = new HashMap<>(keys);
        all.put("service.pid", "org.rdmaagent.multicast~" + name);
        texts.put(name, keys);
        files.computeIfAbsent(name, any -> new RequestFile(conductor.files())).read(all);
    }

    void removeFile(String name) {
        texts.remove(name);
        RequestFile file = files.remove(name);
        if (file != null) {
            file.remove();
        }
    }

    /** It is gone while no bundle reads files. */
    void forgetFile(String name) {
        texts.remove(name);
    }

    /** One that a file asks for. */
    Membership membershipSoon(String name) {
        conductor.doWork(0);
        return membership(name);
    }

    /** The queue pair that was made for a membership. */
    QueuePair pair(String name) {
        return findPair(name).orElseThrow();
    }

    Optional<QueuePair> findPair(String name) {
        return verbs().queuePairs().stream().filter(pair -> pair.name().equals(name)).findFirst();
    }

    List<MulticastAttachment> attachments(String name) {
        return pair(name).attachments();
    }

    /** The states that were told of a membership, and forgets all that was told. */
    List<MembershipState> states(String name) {
        List<MembershipState> states =
                told.stream()
                        .filter(event -> event.name().equals(name))
                        .map(event -> event.status().state())
                        .toList();
        told.clear();
        return states;
    }

    /** What the provider has, while the bundle is away. */
    CmLease lease() {
        return world.cmLibrary().lease("multicast");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rdmaagent.dataplane.LoopState;
import org.rdmaagent.dataplane.MessageCount;
import org.rdmaagent.dataplane.SlotState;
import org.rdmaagent.dataplane.service.DataPlaneWithoutContainer;
import org.rdmaagent.handlers.counting.CountingHandler;
import org.rdmaagent.jna.cm.RdmaCoreCm;
import org.rdmaagent.jna.os.HostFiles;
import org.rdmaagent.jna.os.LinuxScheduling;
import org.rdmaagent.jna.verbs.RdmaCoreVerbs;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.JoinRequestBuilder;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipEvent;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MulticastService;
import org.rdmaagent.multicast.service.MulticastWithoutContainer;
import org.rdmaagent.verbs.VerbsService;
import org.rdmaagent.verbs.device.DevicesWithoutContainer;
import org.rdmaagent.verbs.service.VerbsWithoutContainer;

/**
 * The agent's multicast in a plain JVM: provider, verbs, the conductor, a loop that polls the
 * queues of the memberships, and for each of them a handler that counts: the numbers of queue pairs
 * are a device's own, so two memberships may have the same.
 */
final class MulticastBench implements AutoCloseable {
    /** The two ends of the cable. */
    static final String NEAR = "10.77.10.1";

    static final String FAR = "10.77.10.2";

    /** Of a message. */
    static final int BYTES = 100;

    /** More than anybody sends at once. */
    private static final int BUFFERS = 4096;

    private static final long PATIENCE_MILLIS = 30_000;
    private static final String LOOP = "multicast";

    private final RdmaCoreVerbs library = new RdmaCoreVerbs(new HostFiles());
    private final RdmaCoreCm manager = new RdmaCoreCm(new HostFiles());
    private final VerbsWithoutContainer verbs = new VerbsWithoutContainer(library, event -> {});
    private final DataPlaneWithoutContainer plane =
            new DataPlaneWithoutContainer(
                    library.completionPorts(), LinuxScheduling.load().orElseThrow());
    private final Map<String, CountingHandler> counters = new TreeMap<>();
    private final Map<String, String> courses = new TreeMap<>();
    private final MulticastWithoutContainer multicast;

    /**
     * Without memberships yet.
     *
     * @param names of those that will be polled and counted
     */
    MulticastBench(List<String> names) {
        multicast =
                new MulticastWithoutContainer(
                        manager,
                        verbs.service(),
                        DevicesWithoutContainer.of(library),
                        this::follow);
        if (!names.isEmpty()) {
            names.forEach(this::count);
            String queues =
                    names.stream().map(MulticastBench::queue).collect(Collectors.joining(","));
            plane.loop(LOOP, Map.of("queues", queues, "idle", "event"));
        }
    }

    private void count(String name) {
        CountingHandler counter = new CountingHandler();
        counters.put(name, counter);
        plane.handler(counter, queue(name));
        multicast.counter(counter, queue(name));
    }

    private static String context(String name) {
        return "multicast/" + name;
    }

    private static String queue(String name) {
        return context(name) + ":" + name;
    }

    private synchronized void follow(MembershipEvent event) {
        courses.merge(
                event.name(),
                event.status().state().toString(),
                (before, state) -> before + " " + state);
    }

    /** The states of the memberships that were told of, in order, by their names. */
    synchronized Map<String, String> courses() {
        return new TreeMap<>(courses);
    }

    MulticastService service() {
        return multicast.service();
    }

    VerbsService verbs() {
        return verbs.service();
    }

    RdmaCoreCm manager() {
        return manager;
    }

    /** A request with room for all that is sent at once. */
    static JoinRequestBuilder request(String name, String address, String group) {
        return new JoinRequestBuilder(GroupAddress.parse(group))
                .name(name)
                .localAddress(address)
                .receiveBuffers(BUFFERS)
                .receiveBytes(2 * BYTES);
    }

    /** A member, polled by the loop. */
    Membership join(JoinRequest request) throws InterruptedException {
        Membership made = service().join(request);
        if (made.await(PATIENCE_MILLIS).state() != MembershipState.JOINED) {
            throw new AssertionError(made + " does not join: " + made.status());
        }
        return made;
    }

    /** The same, and its queue is polled. */
    Membership joinPolled(JoinRequest request) throws InterruptedException {
        Membership made = join(request);
        if (!Until.holds(() -> isPolled(made.name()))) {
            throw new AssertionError(made + " is not polled");
        }
        return made;
    }

    private boolean isPolled(String name) {
        return plane.service().loop(LOOP).orElseThrow().slots().stream()
                .filter(slot -> slot.state() == SlotState.ACTIVE)
                .anyMatch(slot -> slot.cq().equals(queue(name)));
    }

    static boolean is(Membership membership, MembershipState state) {
        return membership.status().state() == state;
    }

    /** Waits until it was left, and then until nothing of it is left. */
    void awaitEnd(Membership membership) throws InterruptedException {
        if (!Until.holds(() -> is(membership, MembershipState.LEFT))) {
            throw new AssertionError(membership + " is not left: " + membership.status());
        }
        if (!Until.holds(() -> !isThere(membership.name()))) {
            throw new AssertionError(membership + " keeps its queue pair");
        }
    }

    /** Whether there is a queue pair of a membership. */
    boolean isThere(String name) {
        return verbs().contexts().stream().anyMatch(one -> one.name().equals(context(name)));
    }

    /** How many messages a membership has received, and those of its name before it. */
    long received(Membership membership) {
        CountingHandler counter = Objects.requireNonNull(counters.get(membership.name()));
        return counter.counts().stream().mapToLong(MessageCount::messages).sum();
    }

    /** Lets the queues fill, or polls them again. */
    void pause(boolean on) throws InterruptedException {
        if (on) {
            plane.service().pause(LOOP);
        } else {
            plane.service().resume(LOOP);
        }
        LoopState wanted = on ? LoopState.PAUSED : LoopState.RUNNING;
        if (!Until.holds(() -> plane.service().loop(LOOP).orElseThrow().state() == wanted)) {
            throw new AssertionError("the loop is not " + wanted);
        }
    }

    /** Sends messages to the group of a member, through its own queue pair. */
    void send(Membership from, int messages) {
        GroupSender.of(verbs(), context(from.name()), from).send(messages);
    }

    @Override
    public void close() {
        multicast.close();
        plane.close();
        verbs.close();
        manager.close();
        library.close();
    }
}

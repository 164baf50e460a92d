// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rdmaagent.dataplane.IdleStrategy;
import org.rdmaagent.dataplane.MessageCount;
import org.rdmaagent.dataplane.Placement;
import org.rdmaagent.dataplane.PollLoop;
import org.rdmaagent.dataplane.SlotState;
import org.rdmaagent.dataplane.SlotStatus;
import org.rdmaagent.dataplane.service.DataPlaneWithoutContainer;
import org.rdmaagent.handlers.counting.CountingHandler;
import org.rdmaagent.jna.verbs.RdmaCoreVerbs;
import org.rdmaagent.spi.ThreadScheduling;
import org.rdmaagent.verbs.QueuePair;
import org.rdmaagent.verbs.SendTarget;
import org.rdmaagent.verbs.service.ConfiguredQueuePair;
import org.rdmaagent.verbs.service.VerbsWithoutContainer;

/**
 * The road of an operator, from three files to counted messages: a configured queue pair with a
 * ring on one end of the cable, a loop, the handler that counts; the other end of the cable talks.
 */
final class LoopLines {
    /** Messages for each idle strategy. */
    static final int MESSAGES = 200;

    static final int BYTES = 100;
    static final String PRIORITY = "fifo:50";

    /** Ways to poll that need what only mlx4 tells. */
    static final List<String> OF_MLX4 = List.of("peek+jna", "direct");

    static final int CPU = 1;

    private static final String FEED = "feed";
    private static final String LOOP = "main";
    private static final String MANY = "many";

    /** Half of the ring, so that a slow loop loses nothing. */
    private static final int BURST = 16;

    private static final int RING = 32;
    private static final int ROOM = 256;

    private final RdmaCoreVerbs library;
    private final VerbsWithoutContainer verbs;
    private final DataPlaneWithoutContainer plane;
    private final CountingHandler handler = new CountingHandler();
    private String last = "";
    private String lastHealth = "";

    private LoopLines(
            RdmaCoreVerbs library, VerbsWithoutContainer verbs, DataPlaneWithoutContainer plane) {
        this.library = library;
        this.verbs = verbs;
        this.plane = plane;
    }

    static void write(RdmaCoreVerbs library, ThreadScheduling scheduling) throws Exception {
        try (VerbsWithoutContainer verbs = new VerbsWithoutContainer(library, event -> {});
                DataPlaneWithoutContainer plane =
                        new DataPlaneWithoutContainer(library.completionPorts(), scheduling);
                Talker talker = new Talker(library, RxeRig.FAR_DEVICE)) {
            new LoopLines(library, verbs, plane).write(talker);
        }
    }

    private void write(Talker talker) throws Exception {
        ConfiguredQueuePair file = verbs.configure(feed());
        plane.handler(handler, FEED);
        plane.loop(LOOP, polledBy("auto"));
        GuestMain.say("loop.active", Until.holds(() -> slot().state() == SlotState.ACTIVE));
        placement(loop().placement());
        QueuePair pair = verbs.service().queuePairs().get(0);
        SendTarget.Datagram feed = talker.target(library, RxeRig.DEVICE, pair.number());
        for (IdleStrategy idle : List.of(IdleStrategy.BACKOFF, IdleStrategy.YIELD)) {
            plane.service().setIdleStrategy(LOOP, idle);
            receive(idle.name(), talker, feed, BURST);
        }
        plane.service().setIdleStrategy(LOOP, IdleStrategy.EVENT);
        receive("EVENT", talker, feed, BURST);
        onebyone(talker, feed);
        told();
        for (String port : OF_MLX4) {
            refused(port, talker, feed);
        }
        plane.loop(LOOP, polledBy("jna"));
        GuestMain.say("port.jna", Until.holds(() -> slot().reason().isEmpty()));
        ring();
        verbs.remove(file);
        GuestMain.say("loop.end", Until.holds(() -> slot().state() == SlotState.WAITING));
    }

    private static Map<String, String> polledBy(String port) {
        return Map.of(
                "queues",
                FEED,
                "idle",
                "backoff",
                "cpu",
                Integer.toString(CPU),
                "priority",
                PRIORITY,
                "port",
                port);
    }

    /**
     * Its sends report to another queue, so that nothing but the driver is in the way of direct.
     */
    private static Map<String, Object> feed() {
        return new HashMap<>(
                Map.of(
                        "name",
                        FEED,
                        "device",
                        RxeRig.DEVICE,
                        "qkey",
                        "0x" + Integer.toHexString(Talker.QKEY),
                        "sendCompletionQueue",
                        FEED + "-sends",
                        "maxSendWr",
                        8,
                        "maxRecvWr",
                        RING,
                        "receiveBytes",
                        ROOM));
    }

    private void receive(String name, Talker talker, SendTarget.Datagram to, int burst)
            throws InterruptedException {
        long before = messages();
        for (int sent = 0; sent < MESSAGES; ) {
            for (int i = 0; i < burst && sent < MESSAGES; i++) {
                talker.send(to, BYTES);
                sent++;
            }
            long all = before + sent;
            if (!Until.holds(() -> messages() >= all)) {
                break;
            }
        }
        GuestMain.say("loop.received." + name, messages() - before);
    }

    /**
     * The next message goes out when the loop has had the last one, and is about to sleep. Without
     * events a loop looks once a second.
     */
    private void onebyone(Talker talker, SendTarget.Datagram to) throws InterruptedException {
        long emptyBefore = loop().figures().emptyPolls();
        long begin = System.nanoTime();
        receive("oneByOne", talker, to, 1);
        GuestMain.say("loop.oneByOne.millis", (System.nanoTime() - begin) / 1_000_000);
        GuestMain.say("loop.oneByOne.emptyPolls", loop().figures().emptyPolls() - emptyBefore);
    }

    private static void placement(Placement placement) {
        GuestMain.say("loop.granted", placement.granted());
        GuestMain.say("loop.priority", placement.priority());
        GuestMain.say("loop.cpus", placement.cpus());
        GuestMain.say("loop.refusal", placement.reason());
    }

    private void told() throws InterruptedException {
        // The last buffers go back with the next poll.
        boolean unused = Until.holds(() -> slot().receivesPosted() == RING);
        SlotStatus slot = slot();
        GuestMain.say("loop.state", loop().state() + ", restarts " + loop().restarts());
        GuestMain.say("loop.slot", slot.state() + " by " + slot.port() + " on " + slot.device());
        GuestMain.say("loop.statuses", loop().figures().statuses());
        GuestMain.say(
                "loop.buffers",
                slot.receivesPosted() + " posted, " + slot.receivesHeld() + " held");
        GuestMain.say("loop.figures", new TreeMap<>(handler.figures()));
        GuestMain.say("loop.health", plane.health());
    }

    /** What the driver does not offer is refused, and the queue is polled all the same. */
    private void refused(String port, Talker talker, SendTarget.Datagram to)
            throws InterruptedException {
        plane.loop(LOOP, polledBy(port));
        String asked = "asked for " + port + ": ";
        boolean unused = Until.holds(() -> isRefused(asked));
        GuestMain.say("port." + port, last);
        unused = Until.holds(() -> isTold(asked));
        GuestMain.say("port.health." + port, lastHealth);
        receive(port, talker, to, BURST);
    }

    /** For a moment it is not polled: it is asked for once more a second later. */
    private boolean isRefused(String asked) {
        SlotStatus now = slot();
        last = now.state() + " by " + now.port() + ", " + now.reason();
        return now.state() == SlotState.ACTIVE
                && !now.port().isEmpty()
                && now.reason().startsWith(asked);
    }

    private boolean isTold(String asked) {
        lastHealth = plane.health();
        return lastHealth.contains(asked);
    }

    /** A file whose ring is 16 MiB. */
    private void ring() throws InterruptedException {
        Map<String, Object> keys = feed();
        keys.putAll(Map.of("name", MANY, "maxRecvWr", 4096, "receiveBytes", 4056));
        ConfiguredQueuePair file = verbs.configure(keys);
        boolean decided = Until.holds(() -> isThere(MANY) || isRefused());
        GuestMain.say("ring.decided", decided);
        GuestMain.say("ring.made", isThere(MANY));
        GuestMain.say("ring.health", verbs.health());
        GuestMain.say("ring.other", isThere(FEED));
        verbs.remove(file);
        GuestMain.say("ring.end", Until.holds(() -> !isThere(MANY) && !isRefused()));
    }

    private boolean isThere(String pair) {
        return verbs.service().queuePairs().stream().anyMatch(one -> one.name().equals(pair));
    }

    private boolean isRefused() {
        return verbs.health().contains("queue pair " + MANY);
    }

    private long messages() {
        return handler.counts().stream().mapToLong(MessageCount::messages).sum();
    }

    private PollLoop loop() {
        return plane.service().loop(LOOP).orElseThrow();
    }

    private SlotStatus slot() {
        return loop().slots().get(0);
    }
}

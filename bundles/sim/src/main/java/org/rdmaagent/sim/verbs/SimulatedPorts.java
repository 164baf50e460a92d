// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.rdmaagent.spi.completion.CompletionPort;
import org.rdmaagent.spi.completion.CompletionPorts;
import org.rdmaagent.spi.completion.CompletionWait;
import org.rdmaagent.spi.completion.PolledQueue;
import org.rdmaagent.spi.completion.PollingWay;

/** The completion queues of simulated devices, for poll loops. */
public final class SimulatedPorts implements CompletionPorts {
    /** Stands for a call: of what is refused here no library would be asked. */
    private static final String OPEN = "open port";

    private final VerbsWorld world;

    /** Those of the devices of a world. */
    public SimulatedPorts(VerbsWorld world) {
        this.world = world;
    }

    /** All that are open, in the order of their making; the lock is held. */
    private List<SimulatedCq> open() {
        List<SimulatedCq> all = new ArrayList<>();
        for (SimulatedHca hca : world.devices()) {
            hca.contexts().forEach(context -> all.addAll(context.completionQueues()));
        }
        all.sort(Comparator.comparingLong(SimulatedCq::identity));
        return all;
    }

    @Override
    public List<PolledQueue> queues() {
        return world.locked(() -> open().stream().map(QueueWork::describe).toList());
    }

    @Override
    public CompletionPort open(PolledQueue queue, String holder, PollingWay way) {
        return world.locked(() -> openLocked(queue, holder, way));
    }

    private SimulatedPort openLocked(PolledQueue queue, String holder, PollingWay way) {
        SimulatedCq cq =
                open().stream()
                        .filter(one -> one.identity() == queue.identity())
                        .findFirst()
                        .orElseThrow(() -> Refusal.closed(OPEN, subject(queue)));
        cq.requireUsable(OPEN);
        cq.requireUnpolled(OPEN);
        requireOffered(queue, way);
        if (QueueWork.of(cq) > cq.cqe()) {
            throw QueueWork.tooMuch(OPEN, subject(queue), cq, QueueWork.of(cq));
        }
        SimulatedPort port = new SimulatedPort(QueueWork.describe(cq), cq, holder);
        cq.polledBy(port);
        return port;
    }

    private static void requireOffered(PolledQueue queue, PollingWay way) {
        if (way == PollingWay.PEEK || way == PollingWay.DIRECT) {
            throw Refusal.unsupported(
                    way == PollingWay.PEEK ? "peek" : "read directly",
                    subject(queue),
                    "a simulated queue has no memory that could be read: poll it another way (port"
                            + " = auto in the file of the loop)");
        }
    }

    /** Who polls finds its queues on all devices. */
    private static String subject(PolledQueue queue) {
        return queue.device() + " cq " + queue.qualifiedName();
    }

    @Override
    public CompletionWait await(List<CompletionPort> ports) {
        List<SimulatedPort> mine = new ArrayList<>();
        for (CompletionPort port : ports) {
            if (!(port instanceof SimulatedPort one)) {
                throw new IllegalArgumentException(
                        "the port of " + port.queue() + " is of another provider");
            }
            if (!one.queue().hasChannel()) {
                throw Refusal.invalid(
                        "ibv_req_notify_cq",
                        subject(one.queue()),
                        "make the queue with a completion channel to wait for it");
            }
            mine.add(one);
        }
        return new SimulatedWait(world, mine);
    }
}

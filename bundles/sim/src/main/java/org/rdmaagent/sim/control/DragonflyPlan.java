// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.rdmaagent.LinkSpeed;
import org.rdmaagent.LinkWidth;
import org.rdmaagent.fabric.LinkEnd;
import org.rdmaagent.fabric.NodeKey;
import org.rdmaagent.fabric.Topology;

/** A dragonfly while it grows. */
final class DragonflyPlan {
    private enum Rate {
        HDR_4X(LinkWidth.W4X, LinkSpeed.HDR),
        HDR_2X(LinkWidth.W2X, LinkSpeed.HDR),
        HDR_1X(LinkWidth.W1X, LinkSpeed.HDR),
        EDR_4X(LinkWidth.W4X, LinkSpeed.EDR),
        FDR_4X(LinkWidth.W4X, LinkSpeed.FDR),
        FDR_1X(LinkWidth.W1X, LinkSpeed.FDR);

        final LinkWidth width;
        final LinkSpeed speed;

        Rate(LinkWidth width, LinkSpeed speed) {
            this.width = width;
            this.speed = speed;
        }
    }

    private final DragonflySize size;
    private final Random random;
    private final List<Rate> rates;
    private final FabricPlan plan;

    /**
     * Nothing yet.
     *
     * @param mixed whether the cables differ in width and speed
     */
    DragonflyPlan(DragonflySize size, long seed, boolean mixed) {
        this.size = size;
        this.random = new Random(seed);
        this.rates = mixed ? List.of(Rate.values()) : List.of(Rate.HDR_4X);
        this.plan = new FabricPlan("dragonfly of " + size.groups() + " groups");
    }

    Topology build() {
        List<List<NodeKey>> groups = new ArrayList<>();
        for (int group = 1; group <= size.groups(); group++) {
            String name = "group" + group + "-router";
            groups.add(plan.switches(name, size.routers(), size.ports()));
        }
        groups.forEach(this::inside);
        if (groups.size() > 1) {
            between(groups);
        }
        return plan.build();
    }

    private void inside(List<NodeKey> routers) {
        for (NodeKey router : routers) {
            for (int port = 1; port <= size.hosts(); port++) {
                Rate rate = rate();
                plan.host(router, port, rate.width, rate.speed);
            }
        }
        for (int low = 0; low < size.routers(); low++) {
            for (int high = low + 1; high < size.routers(); high++) {
                // The ports are in the order of the other switches, so own place is left out.
                LinkEnd up = new LinkEnd(routers.get(low), size.hosts() + high);
                cable(up, new LinkEnd(routers.get(high), size.hosts() + low + 1));
            }
        }
    }

    /** First as often between any two groups, then what is left along the ring of the groups. */
    private void between(List<List<NodeKey>> groups) {
        List<GlobalPorts> free = new ArrayList<>();
        int firstPort = size.hosts() + size.routers();
        groups.forEach(
                group -> free.add(new GlobalPorts(group, firstPort, size.globals(), random)));
        int others = groups.size() - 1;
        for (int round = 0; round < size.globalPorts() / others; round++) {
            for (int one = 0; one < groups.size(); one++) {
                for (int other = one + 1; other < groups.size(); other++) {
                    cable(free.get(one).take(), free.get(other).take());
                }
            }
        }
        ring(free, size.globalPorts() % others);
    }

    /** So many more for every group: two at each distance, and one straight across. */
    private void ring(List<GlobalPorts> free, int left) {
        int groups = free.size();
        for (int distance = 1; distance <= left / 2; distance++) {
            for (int one = 0; one < groups; one++) {
                cable(free.get(one).take(), free.get((one + distance) % groups).take());
            }
        }
        if (left % 2 == 1 && groups % 2 == 0) {
            for (int one = 0; one < groups / 2; one++) {
                cable(free.get(one).take(), free.get(one + groups / 2).take());
            }
        }
    }

    private Rate rate() {
        return rates.get(random.nextInt(rates.size()));
    }

    private void cable(LinkEnd one, LinkEnd other) {
        Rate rate = rate();
        plan.builder()
                .cable(one.node(), one.port(), other.node(), other.port(), rate.width, rate.speed);
    }
}

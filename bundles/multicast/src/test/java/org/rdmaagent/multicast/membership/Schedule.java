// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import static org.rdmaagent.multicast.membership.Rig.IB;
import static org.rdmaagent.multicast.membership.Rig.IB_2;
import static org.rdmaagent.multicast.membership.Rig.ROCE;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.rdmaagent.Lid;
import org.rdmaagent.PortId;
import org.rdmaagent.RdmaException;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.JoinRequestBuilder;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.PortSpace;

/** Things that happen to memberships, by chance. */
final class Schedule {
    private static final List<PortId> PORTS = List.of(IB, IB_2, ROCE);
    private static final List<String> CALLS =
            List.of("ibv_attach_mcast", "ibv_create_qp", "ibv_modify_qp", "ibv_reg_mr");

    private final Rig rig;
    private final Random random;
    private boolean stopped;

    Schedule(Rig rig, Random random) {
        this.rig = rig;
        this.random = random;
    }

    /** Whether there is no bundle at the moment. */
    boolean isStopped() {
        return stopped;
    }

    private PortId port() {
        return PORTS.get(random.nextInt(PORTS.size()));
    }

    /** One thing happens. */
    void next() {
        switch (random.nextInt(24)) {
            case 0, 1, 2, 3, 4 -> join();
            case 5, 6, 7 -> leave();
            case 8, 9 -> file();
            case 10 -> removeFile();
            case 11, 12 -> rig.world.multicastFaults().smChange();
            case 13 -> rig.world.deviceFaults().portDown(port());
            case 14 -> PORTS.forEach(rig.world.deviceFaults()::portUp);
            case 15 -> rig.world.deviceFaults().lidChange(IB, new Lid(100 + random.nextInt(100)));
            case 16 -> rig.world.multicastFaults().failNextJoin(random.nextBoolean() ? 22 : 110);
            case 17 -> rig.world.multicastFaults().joinDelay(random.nextInt(400) * 1_000_000L);
            case 18, 19 -> verbs();
            case 20 -> bundle();
            case 21 -> provider();
            case 22 -> plug();
            default -> failCall();
        }
    }

    private JoinRequest request(String name) {
        JoinRequestBuilder builder =
                new JoinRequestBuilder(
                                random.nextInt(10) == 0
                                        ? GroupAddress.SA_ASSIGNED
                                        : GroupAddress.parse("239.9.9." + random.nextInt(4)))
                        .name(name)
                        .port(port())
                        .loopback(random.nextBoolean())
                        .counted(random.nextBoolean())
                        .receiveBuffers(1 + random.nextInt(16))
                        .portSpace(random.nextInt(4) == 0 ? PortSpace.IPOIB : PortSpace.UDP)
                        .memberKind(
                                random.nextInt(4) == 0
                                        ? MemberKind.SEND_ONLY
                                        : MemberKind.FULL_MEMBER);
        return random.nextInt(5) == 0 ? builder.queuePair("mine").build() : builder.build();
    }

    private void join() {
        if (stopped) {
            return;
        }
        try {
            Membership unused = rig.join(request("m" + random.nextInt(6)));
        } catch (IllegalArgumentException e) {
            // The name is taken.
        }
    }

    private void leave() {
        List<Membership> all = stopped ? List.of() : rig.conductor.memberships();
        if (!all.isEmpty()) {
            try {
                Membership chosen = all.get(random.nextInt(all.size()));
                chosen.leave();
                if (random.nextInt(3) == 0) {
                    // Its name is free at once.
                    Membership unused = rig.join(request(chosen.name()));
                }
            } catch (RdmaException e) {
                // It was left before.
            }
        }
    }

    private void file() {
        Map<String, String> keys = new HashMap<>();
        PortId port = port();
        keys.put("device", port.device());
        keys.put("port", Integer.toString(port.port()));
        keys.put("group", "239.8.8." + random.nextInt(3));
        keys.put("receiveBuffers", Integer.toString(1 + random.nextInt(3)));
        if (!stopped) {
            // It may have the name of one that was joined by a call.
            rig.file("m" + random.nextInt(8), keys);
        }
    }

    private void removeFile() {
        String name = "m" + random.nextInt(8);
        if (stopped) {
            rig.forgetFile(name);
        } else {
            rig.removeFile(name);
        }
    }

    private void verbs() {
        if (rig.verbs == null) {
            rig.verbsCome();
        } else {
            rig.verbsGo();
        }
    }

    private void bundle() {
        if (stopped) {
            rig.start();
        } else {
            rig.stop();
        }
        stopped = !stopped;
    }

    private void provider() {
        if (!stopped) {
            if (random.nextBoolean()) {
                rig.conductor.post(() -> rig.conductor.unbind(rig.world.cmLibrary()));
                rig.step(random.nextInt(500));
            }
            rig.managerComes();
        }
    }

    private void plug() {
        if (random.nextBoolean()) {
            rig.world.deviceFaults().unplug("mlx4_0");
        } else {
            rig.world.deviceFaults().plug("mlx4_0");
        }
    }

    private void failCall() {
        rig.world
                .deviceFaults()
                .failNext(
                        random.nextBoolean() ? "mlx4_0" : "rxe0",
                        CALLS.get(random.nextInt(CALLS.size())),
                        12,
                        1);
    }

    /** All is well again, and all is there. */
    void heal() {
        rig.world.deviceFaults().clear();
        rig.world.multicastFaults().clear();
        PORTS.forEach(rig.world.deviceFaults()::portUp);
        if (rig.verbs == null) {
            rig.verbsCome();
        }
        if (stopped) {
            rig.start();
            stopped = false;
        }
    }
}

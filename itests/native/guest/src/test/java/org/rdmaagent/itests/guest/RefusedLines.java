// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.List;
import org.rdmaagent.PortId;
import org.rdmaagent.multicast.GroupAddress;
import org.rdmaagent.multicast.JoinRequest;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.PortSpace;
import org.rdmaagent.spi.cm.CmId;
import org.rdmaagent.spi.cm.CmLease;

/** What the kernel refuses, and what the agent says then. */
final class RefusedLines {
    private static final String GROUP = "239.78.2.1";

    private RefusedLines() {}

    static void write() throws Exception {
        try (MulticastBench bench = new MulticastBench(List.of())) {
            ids(bench);
            memberships(bench);
            wish(bench);
            GuestMain.say("refused.resources", Held.objects());
        }
    }

    /** At the port, where each call is the kernel's. */
    private static void ids(MulticastBench bench) {
        try (CmLease lease = bench.manager().lease("refused")) {
            CmId unbound = lease.createId("unbound", PortSpace.UDP);
            attempt("unbound", () -> ask(unbound, GROUP));
            CmId bound = lease.createId("bound", PortSpace.UDP);
            bound.bind(bench.manager().addresses(RxeCmRig.PORT).get(0));
            attempt("unicast", () -> ask(bound, "10.77.10.9"));
            attempt("stranger", () -> bound.leave(group(GROUP)));
        }
    }

    private static void ask(CmId id, String group) {
        id.join(GroupAddress.parse(group), MemberKind.FULL_MEMBER);
    }

    private static void attempt(String key, Runnable call) {
        GuestMain.attempt(
                "refused." + key,
                () -> {
                    call.run();
                    return "it succeeded";
                });
    }

    private static void memberships(MulticastBench bench) throws InterruptedException {
        failed(bench, "ipv6", JoinRequest.by(MulticastBench.NEAR, group("ff0e::77:1")));
        failed(bench, "strange", JoinRequest.by("203.0.113.9", group(GROUP)));
        failed(bench, "noRdma", JoinRequest.by("127.0.0.1", group(GROUP)));
        failed(bench, "noDevice", JoinRequest.by(new PortId("nothere0", 1), group(GROUP)));
        attempt(
                "service.unicast",
                () ->
                        bench.service()
                                .join(JoinRequest.by(MulticastBench.NEAR, group("10.77.10.9"))));
    }

    private static GroupAddress group(String text) {
        return GroupAddress.parse(text);
    }

    private static void failed(MulticastBench bench, String key, JoinRequest request)
            throws InterruptedException {
        Membership made = bench.service().join(request.change().name(key).build());
        boolean unused = Until.holds(() -> MulticastBench.is(made, MembershipState.FAILED));
        GuestMain.say(
                "refused." + key,
                made.status().state()
                        + " "
                        + made.status().errno().name()
                        + ": "
                        + made.status().reason());
        made.leave();
        bench.awaitEnd(made);
    }

    /** Not refused, and not granted: own copies come, and the membership says so. */
    private static void wish(MulticastBench bench) throws InterruptedException {
        Membership made =
                bench.join(
                        MulticastBench.request("wish", MulticastBench.NEAR, GROUP)
                                .loopback(false)
                                .build());
        GuestMain.say("refused.loopback", made.status().loopback());
        made.leave();
        bench.awaitEnd(made);
    }
}

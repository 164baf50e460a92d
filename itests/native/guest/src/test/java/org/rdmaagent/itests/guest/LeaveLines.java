// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipState;

/** Memberships that are left before they are answered, and while messages come. */
final class LeaveLines {
    static final int EARLY = 20;

    /** Messages that nobody has polled yet. */
    static final int QUEUED = 100;

    private static final String EARLY_GROUP = "239.78.1.1";
    private static final String BUSY_GROUP = "239.78.1.2";

    private static final String LATE_GROUP = "239.78.1.3";

    /** Messages after which somebody is sure to go on sending. */
    private static final int SOME = 1000;

    private final MulticastBench bench;

    private LeaveLines(MulticastBench bench) {
        this.bench = bench;
    }

    static void write() throws Exception {
        try (MulticastBench bench = new MulticastBench(List.of("busy", "stays", "late"))) {
            LeaveLines lines = new LeaveLines(bench);
            lines.early();
            lines.busy();
            lines.late();
        }
    }

    private void early() throws InterruptedException {
        List<Membership> left = new ArrayList<>();
        for (int number = 0; number < EARLY; number++) {
            Membership made =
                    bench.service()
                            .join(
                                    MulticastBench.request(
                                                    "early" + number,
                                                    MulticastBench.NEAR,
                                                    EARLY_GROUP)
                                            .receiveBuffers(8)
                                            .build());
            made.leave();
            left.add(made);
        }
        for (Membership each : left) {
            bench.awaitEnd(each);
        }
        // Whatever the kernel still had to tell has come before the answer to this one.
        Membership last =
                bench.join(
                        MulticastBench.request("last", MulticastBench.NEAR, EARLY_GROUP).build());
        last.leave();
        bench.awaitEnd(last);
        Map<String, String> courses = bench.courses();
        GuestMain.say("leave.last", courses.remove("last"));
        GuestMain.say("leave.early", courses.size());
        GuestMain.say("leave.courses", new TreeSet<>(courses.values()));
        GuestMain.say("leave.joins", left.stream().mapToLong(one -> one.status().joins()).sum());
        GuestMain.say("leave.resources", Held.objects());
    }

    private void busy() throws Exception {
        Membership busy =
                bench.joinPolled(
                        MulticastBench.request("busy", MulticastBench.NEAR, BUSY_GROUP).build());
        Membership stays =
                bench.joinPolled(
                        MulticastBench.request("stays", MulticastBench.FAR, BUSY_GROUP).build());
        try (Mckey sender = Mckey.sends(MulticastBench.FAR, BUSY_GROUP, Mckey.MOST)) {
            GuestMain.say("busy.begins", Until.holds(() -> bench.received(busy) >= SOME));
            busy.leave();
            GuestMain.say("busy.left", Until.holds(() -> is(busy, MembershipState.LEFT)));
            long atLeft = bench.received(busy);
            GuestMain.say("busy.atLeft", atLeft);
            GuestMain.say("busy.sends", sender.runs());
            bench.awaitEnd(busy);
            long end = bench.received(busy);
            long seen = bench.received(stays);
            GuestMain.say("busy.afterLeft", end - atLeft);
            GuestMain.say("busy.late", busy.status().lateMessages());
            GuestMain.say("busy.goesOn", Until.holds(() -> bench.received(stays) - seen >= SOME));
            GuestMain.say("busy.mckey", sender.end());
            GuestMain.say("busy.stays.all", Until.holds(() -> bench.received(stays) >= Mckey.MOST));
            GuestMain.say("busy.stays", bench.received(stays));
            GuestMain.say("busy.afterEnd", bench.received(busy) - end);
        }
        stays.leave();
        bench.awaitEnd(stays);
    }

    /** What its queue holds when it is left is delivered, and counted as late. */
    private void late() throws Exception {
        Membership late =
                bench.joinPolled(
                        MulticastBench.request("late", MulticastBench.NEAR, LATE_GROUP).build());
        bench.pause(true);
        try (Mckey sender = Mckey.sends(MulticastBench.FAR, LATE_GROUP, QUEUED)) {
            GuestMain.say("late.mckey", sender.end());
        }
        GuestMain.say("late.before", bench.received(late));
        late.leave();
        GuestMain.say("late.left", Until.holds(() -> is(late, MembershipState.LEFT)));
        bench.pause(false);
        bench.awaitEnd(late);
        GuestMain.say("late.after", bench.received(late));
        GuestMain.say("late.late", late.status().lateMessages());
    }

    private static boolean is(Membership membership, MembershipState state) {
        return MulticastBench.is(membership, state);
    }
}

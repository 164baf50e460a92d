// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.io.IOException;
import java.util.List;
import org.rdmaagent.multicast.MemberKind;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipStatus;

/**
 * Messages between the agent and a foreign program, both ways, on one device and over the cable.
 * What the agent has received is what the counting handlers of its memberships have counted. The
 * device hands a sender its own messages, too, so a member that sends counts those; the foreign
 * program has no receives posted while it sends.
 */
final class GroupLines {
    static final int MESSAGES = 500;

    private static final String GROUP = "239.78.0.1";
    private static final String OTHER_GROUP = "239.78.0.9";

    private final MulticastBench bench;
    private final Membership near;
    private final Membership far;
    private final Membership other;

    private GroupLines(MulticastBench bench) throws InterruptedException {
        this.bench = bench;
        near = bench.joinPolled(MulticastBench.request("near", MulticastBench.NEAR, GROUP).build());
        far = bench.joinPolled(MulticastBench.request("far", MulticastBench.FAR, GROUP).build());
        other =
                bench.joinPolled(
                        MulticastBench.request("other", MulticastBench.NEAR, OTHER_GROUP).build());
    }

    static void write() throws Exception {
        try (MulticastBench bench = new MulticastBench(List.of("near", "far", "other", "quiet"))) {
            new GroupLines(bench).exchange();
        }
    }

    private void exchange() throws Exception {
        tell("near", near);
        tell("far", far);
        GuestMain.say("groups.resources.joined", Held.objects());
        foreign("fromNear", Mckey.sends(MulticastBench.NEAR, GROUP, MESSAGES));
        foreign("fromFar", Mckey.onlySends(MulticastBench.FAR, GROUP, MESSAGES));
        ours("member", near);
        await(near, 3 * MESSAGES);
        await(far, 3 * MESSAGES);
        GuestMain.say("groups.near.all", bench.received(near));
        GuestMain.say("groups.far.all", bench.received(far));
        near.leave();
        far.leave();
        bench.awaitEnd(near);
        bench.awaitEnd(far);
        Membership quiet =
                bench.join(
                        MulticastBench.request("quiet", MulticastBench.NEAR, GROUP)
                                .memberKind(MemberKind.SEND_ONLY)
                                .build());
        tell("quiet", quiet);
        ours("sendOnly", quiet);
        GuestMain.say("groups.quiet.counted", bench.received(quiet));
        GuestMain.say("groups.near.left", bench.received(near));
        GuestMain.say("groups.far.left", bench.received(far));
        GuestMain.say("groups.other.all", bench.received(other));
        other.leave();
        quiet.leave();
        bench.awaitEnd(other);
        bench.awaitEnd(quiet);
        GuestMain.say("groups.courses", bench.courses());
        GuestMain.say("groups.resources.left", Held.objects());
    }

    private static void tell(String name, Membership membership) {
        MembershipStatus status = membership.status();
        String key = "groups." + name + ".";
        GuestMain.say(key + "port", status.port().orElseThrow());
        GuestMain.say(key + "mgid", status.joined().orElseThrow().mgid());
        GuestMain.say(key + "qkey", Integer.toHexString(status.joined().orElseThrow().qkey()));
        GuestMain.say(key + "attached", status.attached());
    }

    private void await(Membership receiver, long messages) throws InterruptedException {
        boolean unused = Until.holds(() -> bench.received(receiver) >= messages);
    }

    /** A foreign program sends; both of ours receive. */
    private void foreign(String key, Mckey sender) throws InterruptedException {
        long nearBefore = bench.received(near);
        long farBefore = bench.received(far);
        try (sender) {
            GuestMain.say("groups." + key + ".mckey", sender.end());
        }
        await(near, nearBefore + MESSAGES);
        await(far, farBefore + MESSAGES);
        GuestMain.say("groups." + key + ".near", bench.received(near) - nearBefore);
        GuestMain.say("groups." + key + ".far", bench.received(far) - farBefore);
    }

    /** One of ours sends; a foreign program at each end of the cable receives. */
    private void ours(String key, Membership from) throws IOException, InterruptedException {
        try (Mckey one = Mckey.receives(MulticastBench.NEAR, GROUP, MESSAGES);
                Mckey two = Mckey.receives(MulticastBench.FAR, GROUP, MESSAGES)) {
            bench.send(from, MESSAGES);
            GuestMain.say("groups." + key + ".mckeyNear", one.end());
            GuestMain.say("groups." + key + ".mckeyFar", two.end());
        }
    }
}

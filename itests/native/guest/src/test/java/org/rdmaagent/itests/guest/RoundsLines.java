// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.guest;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmaagent.multicast.Membership;
import org.rdmaagent.multicast.MembershipState;

/**
 * Memberships that come and go, each with a queue pair made for it that a loop polls; what the
 * process holds is the same after few and after many.
 */
final class RoundsLines {
    static final int ROUNDS = Boolean.getBoolean("rdma.long") ? 10_000 : 200;

    /** Until all is loaded, compiled and cached. */
    static final int FIRST = 50;

    /** Each rests a while until its queue has run empty; meanwhile the others have their turn. */
    private static final int NAMES = 16;

    private static final int BUFFERS = 64;

    /** How often to say how it stands. */
    private static final int STRIDE = 1000;

    private static final String GROUP = "239.78.3.1";

    /** The Ethernet address that the driver makes of the group, as if it were of IPv6. */
    private static final Pattern MAC = Pattern.compile("link +33:33:ef:4e:03:01(?: users (\\d+))?");

    private final MulticastBench bench;
    private final List<Membership> made = new ArrayList<>();

    private RoundsLines(MulticastBench bench) {
        this.bench = bench;
    }

    static void write() throws InterruptedException {
        List<String> names = new ArrayList<>();
        for (int number = 0; number < NAMES; number++) {
            names.add("round" + number);
        }
        try (MulticastBench bench = new MulticastBench(names)) {
            new RoundsLines(bench).run(names);
        }
    }

    private void run(List<String> names) throws InterruptedException {
        long begin = System.nanoTime();
        rounds(names, 0, FIRST);
        Held unused = held(); // opens what the JVM keeps open
        Held before = held();
        long leakBefore = leaked();
        rounds(names, FIRST, ROUNDS);
        Held after = held();
        GuestMain.say("rounds.done", ROUNDS);
        GuestMain.say("rounds.millis", (System.nanoTime() - begin) / 1_000_000);
        GuestMain.say("rounds.resources.before", before.resources());
        GuestMain.say("rounds.resources.after", after.resources());
        GuestMain.say("rounds.files.before", before.files());
        GuestMain.say("rounds.files.after", after.files());
        GuestMain.say("rounds.threads.before", before.threads());
        GuestMain.say("rounds.threads.after", after.threads());
        GuestMain.say("rounds.resident.before", before.residentBytes());
        GuestMain.say("rounds.resident.after", after.residentBytes());
        GuestMain.say("rounds.macReferences.before", leakBefore);
        GuestMain.say("rounds.macReferences.after", leaked());
    }

    private void rounds(List<String> names, int from, int to) throws InterruptedException {
        for (int round = from; round < to; round++) {
            Membership one =
                    bench.join(
                            MulticastBench.request(
                                            names.get(round % names.size()),
                                            MulticastBench.NEAR,
                                            GROUP)
                                    .receiveBuffers(BUFFERS)
                                    .receiveBytes(2048)
                                    .build());
            one.leave();
            if (!Until.holds(() -> MulticastBench.is(one, MembershipState.LEFT))) {
                throw new AssertionError("round " + round + ": " + one.status());
            }
            made.add(one);
            if ((round + 1) % STRIDE == 0) {
                GuestMain.say("rounds.at." + (round + 1), Held.now());
            }
        }
        for (Membership each : made) {
            bench.awaitEnd(each);
        }
        made.clear();
    }

    private static Held held() {
        System.gc();
        return Held.now();
    }

    /** How often the driver has asked the interface for the group's address and not let go. */
    private static long leaked() {
        Matcher matcher = MAC.matcher(Ip.run("maddress", "show", "dev", RxeRig.INTERFACE));
        if (!matcher.find()) {
            return 0;
        }
        return matcher.group(1) == null ? 1 : Long.parseLong(matcher.group(1));
    }
}

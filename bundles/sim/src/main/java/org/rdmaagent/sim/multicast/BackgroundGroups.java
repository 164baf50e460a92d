// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.multicast;

import java.util.List;
import java.util.SplittableRandom;
import org.rdmaagent.Gid;

/** What other hosts of the subnet have joined: groups of IP, and of programs with RDMA. */
public final class BackgroundGroups {
    /** So many fit beside others: the LIDs of groups are 16382. */
    public static final int MOST = 10_000;

    private static final int MOST_MEMBERS = 8;
    private static final int DEFAULT_PKEY = 0xffff;
    // IPv4, IPv6, and IPv4 by the connection manager; link-local, default partition.
    private static final List<Long> PREFIXES =
            List.of(0xff12_401b_ffff_0000L, 0xff12_601b_ffff_0000L, 0xff12_4001_ffff_0000L);
    private static final List<Integer> QKEYS = List.of(0x0b1b, 0x0b1b, 0x0123_4567);
    // 239.192.0.0 without the bits that every group has.
    private static final long FIRST_ADDRESS = 0x0fc0_0000L;
    private static final List<Integer> RATES = List.of(Group.RATE_10_GB, 7, 16);
    private static final List<Integer> OTHER_STATES =
            List.of(Member.FULL, Member.FULL, Member.FULL, Member.SEND_ONLY_FULL, Member.NON);

    private final GroupTable table;
    private final List<Gid> hosts;
    private final SplittableRandom random;
    private int made;

    /**
     * Nothing at first.
     *
     * @param hosts the ports that may be members
     * @param seed the same one gives the same groups
     */
    public BackgroundGroups(GroupTable table, List<Gid> hosts, long seed) {
        this.table = table;
        this.hosts = List.copyOf(hosts);
        this.random = new SplittableRandom(seed);
    }

    /**
     * Adds so many groups, each with 1 to 8 members.
     *
     * @throws IllegalArgumentException if there are no hosts, or it would be more than {@link
     *     #MOST} in all
     */
    public synchronized void add(int groups) {
        if (groups < 0 || made + groups > MOST || hosts.isEmpty()) {
            throw new IllegalArgumentException(
                    "background groups: 0 to " + MOST + " in all, among hosts, not " + groups);
        }
        for (int i = 0; i < groups; i++) {
            addOne(made++);
        }
    }

    private void addOne(int number) {
        int kind = number % PREFIXES.size();
        Gid mgid = new Gid(PREFIXES.get(kind), FIRST_ADDRESS + number);
        Group group =
                Group.of(mgid, QKEYS.get(kind), DEFAULT_PKEY)
                        .withRate(RATES.get(random.nextInt(RATES.size())))
                        .withSl(random.nextInt(4));
        // The first one keeps the group alive.
        table.join(group, host(), Member.FULL);
        for (int more = random.nextInt(MOST_MEMBERS); more > 0; more--) {
            table.join(group, host(), OTHER_STATES.get(random.nextInt(OTHER_STATES.size())));
        }
    }

    private Gid host() {
        return hosts.get(random.nextInt(hosts.size()));
    }
}

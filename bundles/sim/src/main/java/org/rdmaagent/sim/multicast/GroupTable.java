// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.multicast;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rdmaagent.Gid;
import org.rdmaagent.Lid;

/**
 * The groups of a subnet and their members. A group comes with its first member and goes with the
 * last one that keeps it alive. For any thread; takes no other lock.
 */
public final class GroupTable {
    /** The broadcast group of IP over InfiniBand in the default partition (RFC 4391, section 4). */
    public static final Gid BROADCAST = new Gid(0xff12_401b_ffff_0000L, 0xffff_ffffL);

    private static final int BROADCAST_MLID = 0xc000;
    private static final int FIRST_MLID = 0xc001;
    private static final int LAST_MLID = 0xfffe;
    private static final int KEEPS_ALIVE = Member.FULL | Member.SEND_ONLY_FULL;
    // Transient, link-local, with the signature of groups that a subnet manager made up.
    private static final long ASSIGNED_PREFIX = 0xff12_a01b_fe80_0000L;
    private static final Comparator<Gid> ORDER =
            (one, other) -> {
                int high = Long.compareUnsigned(one.prefix(), other.prefix());
                return high != 0
                        ? high
                        : Long.compareUnsigned(one.interfaceId(), other.interfaceId());
            };

    private static final class Entry {
        private Group group;
        private final Map<Gid, Integer> states = new TreeMap<>(ORDER);

        Entry(Group group) {
            this.group = group;
        }

        boolean isKept() {
            return states.values().stream().anyMatch(state -> (state & KEEPS_ALIVE) != 0);
        }
    }

    private final TreeMap<Gid, Entry> entries = new TreeMap<>(ORDER);
    private final Set<Integer> used = new TreeSet<>();
    private int nextMlid = FIRST_MLID;
    private long assigned;

    /** All groups, by MGID. */
    public synchronized List<Group> groups() {
        return entries.values().stream().map(entry -> entry.group).toList();
    }

    /** The group of an MGID. */
    public synchronized Optional<Group> group(Gid mgid) {
        return Optional.ofNullable(entries.get(mgid)).map(entry -> entry.group);
    }

    /** All members of all groups, by MGID and port. */
    public synchronized List<Member> members() {
        List<Member> all = new ArrayList<>();
        entries.forEach((mgid, entry) -> add(all, mgid, entry));
        return all;
    }

    /** The members of a group, by port; empty if there is no such group. */
    public synchronized List<Member> members(Gid mgid) {
        List<Member> all = new ArrayList<>();
        Entry entry = entries.get(mgid);
        if (entry != null) {
            add(all, mgid, entry);
        }
        return all;
    }

    private static void add(List<Member> all, Gid mgid, Entry entry) {
        entry.states.forEach((port, state) -> all.add(new Member(mgid, port, state)));
    }

    /**
     * A port becomes a member.
     *
     * @param wanted what the group is like if it has to be made; a zero MGID asks for a new one
     * @param joinState bits of {@link Member#joinState}, added to those that the port has
     * @return the group as it is
     * @throws IllegalStateException if no LID is left
     */
    public synchronized Group join(Group wanted, Gid portGid, int joinState) {
        Gid mgid = wanted.mgid().isZero() ? new Gid(ASSIGNED_PREFIX, ++assigned) : wanted.mgid();
        Entry entry = entries.get(mgid);
        if (entry == null) {
            entry = new Entry(wanted.withMgid(mgid).withMlid(newMlid(mgid)));
            entries.put(mgid, entry);
        }
        entry.states.merge(portGid, joinState, (before, more) -> before | more);
        return entry.group;
    }

    /**
     * A port gives up some of what it is.
     *
     * @return whether it was any of that
     */
    public synchronized boolean leave(Gid mgid, Gid portGid, int joinState) {
        Entry entry = entries.get(mgid);
        int before = entry == null ? 0 : entry.states.getOrDefault(portGid, 0);
        if (entry == null || (before & joinState) == 0) {
            return false;
        }
        int after = before & ~joinState;
        if (after == 0) {
            entry.states.remove(portGid);
        } else {
            entry.states.put(portGid, after);
        }
        removeUnlessKept(mgid, entry);
        return true;
    }

    /** The subnet manager forgets what these ports joined. */
    public synchronized void forget(Set<Gid> portGids) {
        for (Map.Entry<Gid, Entry> each : List.copyOf(entries.entrySet())) {
            if (each.getValue().states.keySet().removeAll(portGids)) {
                removeUnlessKept(each.getKey(), each.getValue());
            }
        }
    }

    private void removeUnlessKept(Gid mgid, Entry entry) {
        if (!entry.isKept()) {
            entries.remove(mgid);
            used.remove(entry.group.mlid().value());
        }
    }

    /** Another subnet manager gives every group another LID, but for the broadcast group. */
    public synchronized void renumber() {
        for (Entry entry : entries.values()) {
            if (!entry.group.mgid().equals(BROADCAST)) {
                int before = entry.group.mlid().value();
                entry.group = entry.group.withMlid(newMlid(entry.group.mgid()));
                used.remove(before);
            }
        }
    }

    /** Goes round, so that a group that is made anew has another LID than the one before. */
    private Lid newMlid(Gid mgid) {
        if (mgid.equals(BROADCAST)) {
            return new Lid(BROADCAST_MLID);
        }
        for (int tries = FIRST_MLID; tries <= LAST_MLID; tries++) {
            int mlid = nextMlid;
            nextMlid = mlid == LAST_MLID ? FIRST_MLID : mlid + 1;
            if (used.add(mlid)) {
                return new Lid(mlid);
            }
        }
        throw new IllegalStateException("all LIDs of groups are in use");
    }
}

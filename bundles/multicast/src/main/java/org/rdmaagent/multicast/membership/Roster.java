// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;
import org.rdmaagent.multicast.MembershipState;
import org.rdmaagent.multicast.MembershipStatus;
import org.rdmaagent.verbs.MulticastAttachment;

/**
 * All memberships: one of each name is shown; those that were left stay until all of them is gone.
 * For any thread.
 */
final class Roster {
    private final Map<String, MembershipCore> shown = new TreeMap<>();
    private final List<MembershipCore> all = new ArrayList<>();
    private int number;

    /**
     * Adds one.
     *
     * @param make makes it
     * @throws IllegalArgumentException if one of that name is there that was not left
     */
    synchronized MembershipCore add(String name, Function<String, MembershipCore> make) {
        MembershipCore before = shown.get(name);
        if (before != null && before.board().state() != MembershipState.LEFT) {
            throw new IllegalArgumentException(
                    "there is a membership " + name + " already: leave it, or choose another name");
        }
        MembershipCore added = make.apply(name);
        shown.put(name, added);
        all.add(added);
        return added;
    }

    /** A name that nobody has. */
    synchronized MembershipCore addUnnamed(Function<String, MembershipCore> make) {
        String name;
        do {
            number++;
            name = "join-" + number;
        } while (shown.containsKey(name));
        return add(name, make);
    }

    synchronized Optional<MembershipCore> find(String name) {
        return Optional.ofNullable(shown.get(name));
    }

    /** By name. */
    synchronized List<MembershipCore> shown() {
        return List.copyOf(shown.values());
    }

    /** Those too whose name another one has by now, in the order of making. */
    synchronized List<MembershipCore> all() {
        return List.copyOf(all);
    }

    /** Whether one of the same name that was left still has its queue pair. */
    synchronized boolean hasPredecessor(String name) {
        MembershipCore present = shown.get(name);
        return all.stream()
                .anyMatch(core -> core != present && core.name().equals(name) && core.needsPair());
    }

    synchronized void remove(MembershipCore gone) {
        shown.remove(gone.name(), gone);
        all.remove(gone);
    }

    /** Another member by the same queue pair, which needs its Q_Key as it is. */
    @Nullable MembershipCore other(MembershipCore than) {
        MembershipStatus own = than.board().status();
        for (MembershipCore each : shown()) {
            if (each != than && each.isMember()) {
                MembershipStatus status = each.board().status();
                if (status.queuePair().equals(own.queuePair())
                        && device(status).equals(device(own))) {
                    return each;
                }
            }
        }
        return null;
    }

    /** Whether another member needs this attachment of the same queue pair. */
    boolean isShared(MembershipCore core, MulticastAttachment attachment) {
        MembershipStatus own = core.board().status();
        return shown().stream()
                .filter(each -> each != core && each.isMember())
                .map(each -> each.board().status())
                .filter(MembershipStatus::attached)
                .filter(status -> status.queuePair().equals(own.queuePair()))
                .filter(status -> device(status).equals(device(own)))
                .flatMap(status -> status.joined().stream())
                .anyMatch(
                        group ->
                                group.mgid().equals(attachment.mgid())
                                        && group.mlid().equals(attachment.mlid()));
    }

    private static Optional<String> device(MembershipStatus status) {
        return status.port().map(PortId::device);
    }
}

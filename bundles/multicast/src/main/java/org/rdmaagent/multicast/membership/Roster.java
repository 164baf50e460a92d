// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;
import org.rdmaagent.multicast.MembershipStatus;
import org.rdmaagent.multicast.pair.NotYetException;
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
     * @throws IllegalArgumentException if one of that name is there that nobody asked to leave
     */
    synchronized MembershipCore add(String name, Function<String, MembershipCore> make) {
        MembershipCore before = shown.get(name);
        if (before != null && !before.board().isLeaving()) {
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
        return predecessors(name).anyMatch(MembershipCore::needsPair);
    }

    /**
     * Nothing can be asked for by a name while another one of that name is still to be left: it has
     * the id until then.
     *
     * @throws NotYetException if so
     */
    synchronized void requireFree(String name) {
        if (predecessors(name).anyMatch(core -> core.hasId() || core.isMember())) {
            throw new NotYetException("the membership of this name before is still to be left");
        }
    }

    private Stream<MembershipCore> predecessors(String name) {
        MembershipCore present = shown.get(name);
        return all.stream().filter(core -> core != present && core.name().equals(name));
    }

    /** The one that has the id of a name. */
    synchronized Optional<MembershipCore> holder(String name) {
        return all.stream().filter(core -> core.name().equals(name) && core.hasId()).findFirst();
    }

    synchronized void remove(MembershipCore gone) {
        shown.remove(gone.name(), gone);
        all.remove(gone);
    }

    /** Another member by the same queue pair, which needs its Q_Key as it is. */
    @Nullable MembershipCore other(MembershipCore than) {
        MembershipStatus own = than.board().status();
        for (MembershipCore each : all()) {
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
        return all().stream()
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

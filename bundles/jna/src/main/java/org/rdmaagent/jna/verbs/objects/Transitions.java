// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;

/** Says why a change of a queue pair was refused with EINVAL: the kernel does not. */
final class Transitions {
    private static final Transition TO_ERROR_OR_RESET =
            new Transition(QpState.UNKNOWN, QpState.ERR, Set.of(), Set.of(), Set.of());

    private Transitions() {}

    /**
     * The reason, as far as the attributes tell.
     *
     * @param state that it was in
     */
    static String explain(QpType type, QpState state, QpAttributes attributes) {
        QpState from = attributes.has(QpAttribute.CUR_STATE) ? attributes.curQpState() : state;
        QpState to = attributes.has(QpAttribute.STATE) ? attributes.qpState() : from;
        Optional<Transition> way = find(type, from, to);
        if (way.isEmpty()) {
            return "a queue pair of type "
                    + type
                    + " does not go from "
                    + from
                    + " to "
                    + to
                    + (state == from ? "" : " (it is in " + state + ")")
                    + ", but to one of "
                    + destinations(type, from);
        }
        Set<QpAttribute> missing = less(way.get().required(), attributes.mask());
        Set<QpAttribute> superfluous = less(attributes.mask(), way.get().required());
        superfluous.removeAll(way.get().optional());
        superfluous.remove(QpAttribute.STATE);
        String step = "from " + from + " to " + to + " a queue pair of type " + type;
        if (!missing.isEmpty()) {
            return step + " needs " + missing + " too";
        }
        if (!superfluous.isEmpty()) {
            return step + " does not take " + superfluous;
        }
        return "the attributes are the right ones "
                + step
                + ", but a value is beyond the device: look at the port, the rows of its P_Key and"
                + " GID tables, the MTU and the numbers of reads and atomics"
                + (state == from ? "" : "; and it is in " + state + ", not in " + from);
    }

    private static Optional<Transition> find(QpType type, QpState from, QpState to) {
        if (to == QpState.RESET || (to == QpState.ERR && from != QpState.RESET)) {
            return Optional.of(TO_ERROR_OR_RESET);
        }
        return Transition.ALL.stream()
                .filter(way -> way.from() == from && way.to() == to && way.types().contains(type))
                .findFirst();
    }

    private static Set<QpState> destinations(QpType type, QpState from) {
        Set<QpState> all = new TreeSet<>(Set.of(QpState.RESET));
        if (from != QpState.RESET) {
            all.add(QpState.ERR);
        }
        Transition.ALL.stream()
                .filter(way -> way.from() == from && way.types().contains(type))
                .forEach(way -> all.add(way.to()));
        return all;
    }

    private static Set<QpAttribute> less(Set<QpAttribute> all, Set<QpAttribute> some) {
        EnumSet<QpAttribute> rest = EnumSet.noneOf(QpAttribute.class);
        rest.addAll(all);
        rest.removeAll(some);
        return rest;
    }
}

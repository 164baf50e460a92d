// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rdmaagent.verbs.QpAttribute;
import org.rdmaagent.verbs.QpAttributes;
import org.rdmaagent.verbs.QpState;
import org.rdmaagent.verbs.QpType;

/** Every pair of states, allowed and refused, and every attribute of the three steps to RTS. */
final class TransitionCases {
    private static final List<QpType> TYPES = List.of(QpType.RC, QpType.UC, QpType.UD);

    /** Where a queue pair can be brought to on purpose. */
    private static final Set<QpState> FROM =
            EnumSet.complementOf(EnumSet.of(QpState.SQE, QpState.UNKNOWN));

    private static final List<QpState> STEPS = List.of(QpState.INIT, QpState.RTR, QpState.RTS);

    /** The ways there are (IBTA volume 1, section 10.3.1), those to RESET and ERR aside. */
    private static final Map<QpState, Set<QpState>> WAYS =
            Map.of(
                    QpState.RESET, Set.of(QpState.INIT),
                    QpState.INIT, Set.of(QpState.INIT, QpState.RTR),
                    QpState.RTR, Set.of(QpState.RTS),
                    QpState.RTS, Set.of(QpState.RTS, QpState.SQD),
                    QpState.SQD, Set.of(QpState.RTS, QpState.SQD),
                    QpState.ERR, Set.of());

    private TransitionCases() {}

    static List<ContractCase> cases() {
        List<ContractCase> cases = new ArrayList<>();
        for (QpType type : TYPES) {
            for (QpState from : FROM) {
                for (QpState to : QpState.values()) {
                    cases.add(pairOfStates(type, from, to));
                }
            }
            for (QpState step : STEPS) {
                missing(cases, type, step);
                superfluous(cases, type, step);
            }
        }
        return cases;
    }

    private static Set<Trait> needs(QpType type, Trait... more) {
        Set<Trait> needs = new HashSet<>(List.of(more));
        if (type == QpType.UC) {
            needs.add(Trait.UC);
        }
        return needs;
    }

    private static boolean exists(QpState from, QpState to) {
        return to == QpState.RESET
                || (to == QpState.ERR && from != QpState.RESET)
                || WAYS.getOrDefault(from, Set.of()).contains(to);
    }

    private static ContractCase pairOfStates(QpType type, QpState from, QpState to) {
        boolean allowed = exists(from, to);
        Set<Trait> needs =
                from == QpState.RESET && to == QpState.ERR
                        ? needs(type, Trait.STRICT_RESET)
                        : needs(type);
        return ContractCase.of(
                type + ": from " + from + " to " + to + (allowed ? "" : " is refused"),
                needs,
                bench -> {
                    Endpoint end = bench.endpoint(type);
                    bring(bench, end, from);
                    QpAttributes step = step(bench, end, from, to);
                    if (allowed) {
                        end.qp().modify(step);
                    } else {
                        Expect.refused("EINVAL", () -> end.qp().modify(step), step.toString());
                    }
                    Expect.equal(allowed ? to : from, end.state(), "the state then");
                });
    }

    /** What the step needs, or the state alone. */
    private static QpAttributes step(Workbench bench, Endpoint end, QpState from, QpState to) {
        boolean forward = STEPS.indexOf(to) == STEPS.indexOf(from) + 1 && STEPS.contains(to);
        return forward ? full(bench, end, to, Set.of()) : QpAttributes.ofState(to);
    }

    private static QpAttributes full(
            Workbench bench, Endpoint end, QpState to, Set<QpAttribute> more) {
        Set<QpAttribute> attributes = new HashSet<>(Steps.needs(end.type(), to));
        attributes.addAll(more);
        return Steps.step(to, attributes, bench.rig().port(), end.qp().number(), bench.way())
                .build();
    }

    /** Brings a fresh queue pair to a state; it is connected to itself. */
    static void bring(Workbench bench, Endpoint end, QpState state) {
        if (state == QpState.RESET) {
            return;
        }
        for (QpState step : STEPS) {
            end.qp().modify(full(bench, end, step, Set.of()));
            if (step == state) {
                return;
            }
        }
        end.qp().modify(QpAttributes.ofState(state));
        Expect.equal(state, end.state(), "where it was brought");
    }

    private static QpState before(QpState step) {
        return switch (step) {
            case RTS -> QpState.RTR;
            case RTR -> QpState.INIT;
            default -> QpState.RESET;
        };
    }

    private static void missing(List<ContractCase> cases, QpType type, QpState to) {
        for (QpAttribute left : Steps.needs(type, to)) {
            cases.add(
                    ContractCase.of(
                            type + ": to " + to + " without " + left + " is refused",
                            needs(type),
                            bench -> missing(bench, type, to, left)));
        }
    }

    private static void missing(Workbench bench, QpType type, QpState to, QpAttribute left) {
        Endpoint end = bench.endpoint(type);
        bring(bench, end, before(to));
        Set<QpAttribute> rest = new HashSet<>(Steps.needs(type, to));
        rest.remove(left);
        QpAttributes step =
                Steps.step(to, rest, bench.rig().port(), end.qp().number(), bench.way()).build();
        Expect.refused("EINVAL", () -> end.qp().modify(step), "without " + left);
        Expect.equal(before(to), end.state(), "the state then");
        end.qp().modify(full(bench, end, to, Set.of()));
        Expect.equal(to, end.state(), "the state with it");
    }

    private static void superfluous(List<ContractCase> cases, QpType type, QpState to) {
        Set<QpAttribute> others = EnumSet.allOf(QpAttribute.class);
        others.removeAll(Steps.needs(type, to));
        others.removeAll(Steps.takes(type, to));
        others.remove(QpAttribute.STATE);
        others.remove(QpAttribute.RATE_LIMIT);
        for (QpAttribute other : others) {
            cases.add(
                    ContractCase.of(
                            type + ": to " + to + " with " + other + " is refused",
                            needs(type, Trait.STRICT_ATTRIBUTES),
                            bench -> superfluous(bench, type, to, other)));
        }
    }

    private static void superfluous(Workbench bench, QpType type, QpState to, QpAttribute other) {
        Endpoint end = bench.endpoint(type);
        bring(bench, end, before(to));
        QpAttributes step = full(bench, end, to, Set.of(other));
        Expect.refused("EINVAL", () -> end.qp().modify(step), "with " + other);
        Expect.equal(before(to), end.state(), "the state then");
    }
}

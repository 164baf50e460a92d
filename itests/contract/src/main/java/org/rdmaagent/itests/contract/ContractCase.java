// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.Set;

/**
 * Something that holds on every device with certain traits.
 *
 * @param name says what holds
 * @param needs the traits
 * @param body shows it, or ends with an AssertionError
 */
public record ContractCase(String name, Set<Trait> needs, Body body) {
    /** What a case does. */
    @FunctionalInterface
    public interface Body {
        /** Works at a bench on which nothing is made yet but a context and a protection domain. */
        void run(Workbench bench) throws Exception;
    }

    /** Copies the traits. */
    public ContractCase {
        needs = Set.copyOf(needs);
    }

    static ContractCase of(String name, Body body) {
        return new ContractCase(name, Set.of(), body);
    }

    static ContractCase of(String name, Trait need, Body body) {
        return new ContractCase(name, Set.of(need), body);
    }

    static ContractCase of(String name, Set<Trait> needs, Body body) {
        return new ContractCase(name, needs, body);
    }

    /** Runs it; afterwards nothing is left open. */
    public void run(ContractRig rig) throws Exception {
        try (Workbench bench = new Workbench(rig)) {
            body.run(bench);
        }
    }

    /** Whether a rig has what it needs. */
    public boolean fits(ContractRig rig) {
        return rig.traits().containsAll(needs);
    }

    @Override
    public String toString() {
        return name;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.Set;

/**
 * Something that every connection manager does on ports with certain traits.
 *
 * @param name says what holds
 * @param needs the traits
 * @param body shows it, or ends with an AssertionError
 */
public record CmCase(String name, Set<CmTrait> needs, Body body) {
    /** What a case does. */
    @FunctionalInterface
    public interface Body {
        /** Works with a lease on which nothing is made yet. */
        void run(CmBench bench) throws Exception;
    }

    /** Copies the traits. */
    public CmCase {
        needs = Set.copyOf(needs);
    }

    static CmCase of(String name, Body body) {
        return new CmCase(name, Set.of(), body);
    }

    static CmCase of(String name, CmTrait need, Body body) {
        return new CmCase(name, Set.of(need), body);
    }

    /** Runs it; afterwards nothing is left open. */
    public void run(CmRig rig) throws Exception {
        try (CmBench bench = new CmBench(rig)) {
            body.run(bench);
        }
    }

    /** Whether a rig has what it needs. */
    public boolean fits(CmRig rig) {
        return rig.traits().containsAll(needs);
    }

    @Override
    public String toString() {
        return name;
    }
}

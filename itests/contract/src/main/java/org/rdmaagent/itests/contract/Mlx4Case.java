// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.itests.contract;

import java.util.Set;

/**
 * Something that every provider of mlx4 does.
 *
 * @param name says what holds
 * @param needs what the rig has to do
 * @param body shows it, or ends with an AssertionError
 */
public record Mlx4Case(String name, Set<Mlx4Trait> needs, Body body) {
    /** What a case does. */
    @FunctionalInterface
    public interface Body {
        /** Works at a bench where nothing is open, planned or offered yet. */
        void run(Mlx4Bench bench) throws Exception;
    }

    /** Copies the traits. */
    public Mlx4Case {
        needs = Set.copyOf(needs);
    }

    static Mlx4Case of(String name, Body body) {
        return new Mlx4Case(name, Set.of(), body);
    }

    static Mlx4Case of(String name, Mlx4Trait need, Body body) {
        return new Mlx4Case(name, Set.of(need), body);
    }

    /** Runs it; afterwards nothing is left open, planned or offered. */
    public void run(Mlx4Rig rig) throws Exception {
        try (Mlx4Bench bench = new Mlx4Bench(rig)) {
            body.run(bench);
        }
    }

    /** Whether a rig has what it needs. */
    public boolean fits(Mlx4Rig rig) {
        return rig.traits().containsAll(needs);
    }

    @Override
    public String toString() {
        return name;
    }
}

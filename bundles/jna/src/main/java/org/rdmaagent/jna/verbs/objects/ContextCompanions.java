// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.objects;

/** Gives each context its companion. */
@FunctionalInterface
public interface ContextCompanions {
    /** Gives none. */
    ContextCompanions NONE = context -> ContextCompanion.NONE;

    /**
     * A context was opened; nobody else knows it yet, so nothing is made on it before this returns.
     */
    ContextCompanion of(OpenContext context);
}

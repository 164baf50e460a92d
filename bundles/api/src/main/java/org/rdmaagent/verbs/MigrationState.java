// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Optional;

/** The state of automatic path migration ({@code enum ibv_mig_state}). */
public enum MigrationState implements NativeCode {
    /** The alternate path, if there was one, is in use or none is loaded. */
    MIGRATED(0),
    /** Asks the other side to arm. */
    REARM(1),
    /** Both sides are ready to migrate. */
    ARMED(2);

    private final int code;

    MigrationState(int code) {
        this.code = code;
    }

    /** The number in C. */
    @Override
    public int code() {
        return code;
    }

    /** The one of a number; empty if none has it. */
    public static Optional<MigrationState> ofCode(int code) {
        return NativeCode.ofCode(values(), code);
    }
}

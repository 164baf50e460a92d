// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.jna.verbs.completion;

import org.rdmaagent.verbs.WorkCompletionOpcode;
import org.rdmaagent.verbs.WorkCompletionStatus;

/** The numbers of {@code struct ibv_wc} by their names; a look-up allocates nothing. */
final class CompletionCodes {
    private static final WorkCompletionStatus[] STATUSES =
            new WorkCompletionStatus[Byte.SIZE * Integer.BYTES];
    private static final WorkCompletionOpcode[] OPCODES = new WorkCompletionOpcode[1 << Byte.SIZE];

    static {
        for (int code = 0; code < STATUSES.length; code++) {
            STATUSES[code] = WorkCompletionStatus.ofCode(code).orElse(WorkCompletionStatus.UNKNOWN);
        }
        for (int code = 0; code < OPCODES.length; code++) {
            OPCODES[code] = WorkCompletionOpcode.ofCode(code).orElse(WorkCompletionOpcode.UNKNOWN);
        }
    }

    private CompletionCodes() {}

    static WorkCompletionStatus status(int code) {
        if (code == 0) {
            return WorkCompletionStatus.SUCCESS; // nearly always: without a look into a table
        }
        return code >= 0 && code < STATUSES.length ? STATUSES[code] : WorkCompletionStatus.UNKNOWN;
    }

    static WorkCompletionOpcode opcode(int code) {
        return code >= 0 && code < OPCODES.length ? OPCODES[code] : WorkCompletionOpcode.UNKNOWN;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.sim.verbs;

import org.rdmaagent.verbs.WorkCompletionStatus;

/**
 * What came of a send request.
 *
 * @param later whether it has to be tried again
 * @param deadline until when it is tried again
 * @param status how it ended, or will have when the deadline is over
 * @param bytes how many were moved
 */
record Verdict(boolean later, long deadline, WorkCompletionStatus status, long bytes) {
    static Verdict success(long bytes) {
        return new Verdict(false, VerbsWorld.NEVER, WorkCompletionStatus.SUCCESS, bytes);
    }

    static Verdict failure(WorkCompletionStatus status) {
        return new Verdict(false, VerbsWorld.NEVER, status, 0);
    }

    static Verdict retry(long deadline, WorkCompletionStatus otherwise) {
        return new Verdict(true, deadline, otherwise, 0);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

import java.util.Optional;

/**
 * The end of a work request ({@code struct ibv_wc}, {@code ibv_poll_cq(3)}).
 *
 * @param wrId of the request
 * @param status how it ended
 * @param vendorErr a code of the driver, for its maker
 * @param qpNum the local queue pair
 * @param details the other fields; the library leaves them undefined unless the status is SUCCESS,
 *     so they are absent then
 */
public record WorkCompletion(
        long wrId,
        WorkCompletionStatus status,
        int vendorErr,
        QpNumber qpNum,
        Optional<CompletionDetails> details) {
    /**
     * Holds status and details together.
     *
     * @throws IllegalArgumentException if a success has no details or a failure has
     */
    public WorkCompletion {
        if ((status == WorkCompletionStatus.SUCCESS) != details.isPresent()) {
            throw new IllegalArgumentException(
                    "a completion has details if and only if its status is SUCCESS: " + status);
        }
    }

    /** One that succeeded. */
    public static WorkCompletion success(long wrId, QpNumber qpNum, CompletionDetails details) {
        return new WorkCompletion(
                wrId, WorkCompletionStatus.SUCCESS, 0, qpNum, Optional.of(details));
    }

    /** One that failed. */
    public static WorkCompletion failure(
            long wrId, WorkCompletionStatus status, int vendorErr, QpNumber qpNum) {
        return new WorkCompletion(wrId, status, vendorErr, qpNum, Optional.empty());
    }

    /** Whether the request was carried out. */
    public boolean succeeded() {
        return status == WorkCompletionStatus.SUCCESS;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.spi.verbs;

import org.rdmaagent.Errno;

/**
 * How far a list of work requests came. Those before {@code bad_wr} are queued even if the call
 * fails.
 *
 * @param count how many were taken, from the first on
 * @param refusal why the next was not; {@link Errno#NONE} if all were taken
 */
public record Posted(int count, Errno refusal) {
    /** All of them. */
    public static Posted all(int count) {
        return new Posted(count, Errno.NONE);
    }
}

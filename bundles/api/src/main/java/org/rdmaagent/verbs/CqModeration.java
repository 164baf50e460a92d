// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.verbs;

/**
 * When a completion queue makes an event ({@code struct ibv_moderate_cq}, {@code
 * ibv_modify_cq(3)}): whichever comes first.
 *
 * @param count after so many completions, 0 to 65535
 * @param periodMicros after so many microseconds, 0 to 65535
 */
public record CqModeration(int count, int periodMicros) {
    /** Checks the ranges. */
    public CqModeration {
        Ranges.check("count", count, 0xffff);
        Ranges.check("periodMicros", periodMicros, 0xffff);
    }
}

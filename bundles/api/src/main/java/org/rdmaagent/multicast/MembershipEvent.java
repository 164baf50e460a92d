// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast;

import java.time.Instant;

/**
 * A membership came into another state.
 *
 * @param name which membership
 * @param group its group, as it was asked for
 * @param before the state before
 * @param status where it stands now
 * @param text one sentence for people
 * @param sequence counts from 1, anew when the bundle is replaced; a gap means that some were not
 *     delivered
 * @param time when
 */
public record MembershipEvent(
        String name,
        GroupAddress group,
        MembershipState before,
        MembershipStatus status,
        String text,
        long sequence,
        Instant time) {}

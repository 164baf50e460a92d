// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.multicast.membership;

import java.time.InstantSource;
import java.util.Random;
import java.util.function.LongSupplier;
import org.rdmaagent.multicast.pair.VerbsAccess;

/**
 * What all memberships share.
 *
 * @param tenancy the lease
 * @param verbs whatever verbs there are at the moment
 * @param counts who counts
 * @param news who hears of changes
 * @param clock the time of day
 * @param nanoTime for durations
 * @param random for the waits between attempts
 * @param roster all memberships
 * @param endings queue pairs that are being closed
 */
record Ground(
        Tenancy tenancy,
        VerbsAccess verbs,
        LateCounts counts,
        MembershipNews news,
        InstantSource clock,
        LongSupplier nanoTime,
        Random random,
        Roster roster,
        Endings endings) {
    long now() {
        return nanoTime.getAsLong();
    }
}

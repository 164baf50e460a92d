// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmaagent.PortId;

/**
 * Where the discovery from a port stands.
 *
 * @param port the port that the SMPs leave by
 * @param provider who carries them: {@code jna} or {@code sim}
 * @param running whether a sweep runs now
 * @param topology the last result; null if there is none, or if it was destroyed
 * @param error why the last sweep had no result at all, or could not begin; that the result was
 *     destroyed; empty if there is one
 */
public record SweepState(
        PortId port, String provider, boolean running, @Nullable Topology topology, String error) {
    /** The last result. */
    public Optional<Topology> result() {
        return Optional.ofNullable(topology);
    }
}

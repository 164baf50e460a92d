// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.fabric;

import org.osgi.annotation.versioning.ConsumerType;

/** Registered as a service, hears when a sweep has ended. */
@ConsumerType
public interface FabricListener {
    /**
     * Called on the sweep's thread; return soon.
     *
     * @param state the new state; its result is absent when the sweep failed as a whole
     */
    void swept(SweepState state);

    /**
     * Called on the sweep's thread while progress is shown ({@link FabricService#showProgress}), at
     * least four times a second and at the end; return soon.
     */
    default void progressed(DiscoveryProgress progress) {}
}
